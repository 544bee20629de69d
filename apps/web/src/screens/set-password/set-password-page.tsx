import { CardPage } from '../../ui/layout/card-page.tsx'
import { DeadPasswordLink } from '../link/dead-link.tsx'
import { useAddressSecret } from '../link/use-address-secret.ts'
import { Waiting } from '../link/waiting.tsx'
import type { Purpose } from './purpose.ts'
import { SetPasswordForm } from './set-password-form.tsx'

/** Sets the first password or a new one, from the link of an email. */
export function SetPasswordPage({ purpose }: { purpose: Purpose }) {
  const token = useAddressSecret('token')
  return (
    <CardPage>
      {token === undefined && <Waiting>Estamos abriendo tu enlace.</Waiting>}
      {token === '' && <DeadPasswordLink />}
      {token && <SetPasswordForm token={token} purpose={purpose} />}
    </CardPage>
  )
}
