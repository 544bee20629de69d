import { DeadPasswordLink, useAddressSecret, Waiting } from '../../links/account-link.tsx'
import { CardPage } from '../../ui/layout/card-page.tsx'
import type { Purpose } from './purpose.ts'
import { SetPasswordForm } from './set-password-form.tsx'

const TITLES: Record<Purpose, string> = {
  activate: 'Activar cuenta',
  restore: 'Restaurar contraseña',
}

/** Sets the first password or a new one, from the link of an email. */
export function SetPasswordPage({ purpose }: { purpose: Purpose }) {
  const token = useAddressSecret('token')
  return (
    <CardPage title={TITLES[purpose]}>
      {token === undefined && <Waiting>Estamos abriendo tu enlace.</Waiting>}
      {token === '' && <DeadPasswordLink />}
      {token && <SetPasswordForm token={token} purpose={purpose} />}
    </CardPage>
  )
}
