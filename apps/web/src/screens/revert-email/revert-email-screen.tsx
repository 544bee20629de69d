import { useState } from 'react'
import { Link } from 'react-router'
import { revertEmailChange } from '../../api/accounts.ts'
import { CooperativeEmail } from '../../environment/cooperative-email.tsx'
import { DeadLink, isDeadLink, useAddressSecret } from '../../links/account-link.tsx'
import { FailureNotice } from '../../session/failures/failure-notice.tsx'
import { logOutForLink } from '../../session/log-out-for-link.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { CardPage } from '../../ui/layout/card-page.tsx'

export function Screen() {
  const token = useAddressSecret('token')
  return (
    <CardPage title="Deshacer el cambio de correo">
      {token === '' ? <DeadReversal /> : <Reversal token={token} />}
    </CardPage>
  )
}

type Step = 'asked' | 'busy' | 'done' | { error: unknown }

/** Waits for a click: a program that opens links in emails must not undo a change. */
function Reversal({ token }: { token: string | undefined }) {
  const [step, setStep] = useState<Step>('asked')

  async function revert() {
    if (token === undefined) return
    setStep('busy')
    try {
      await logOutForLink()
      await revertEmailChange(token)
      setStep('done')
    } catch (error) {
      setStep({ error })
    }
  }

  if (step === 'done') return <Reverted />
  if (typeof step === 'object' && isDeadLink(step.error)) return <DeadReversal />
  return (
    <>
      <div>
        <h1>Deshacer el cambio de correo</h1>
        <p>
          Tu cuenta vuelve a usar la dirección a la que llegó este correo. Además se cierran todas
          las sesiones abiertas y los enlaces pendientes dejan de servir.
        </p>
      </div>
      {typeof step === 'object' && <FailureNotice error={step.error} />}
      <Button
        size="md"
        fullWidth
        loading={step === 'busy'}
        disabled={token === undefined}
        onClick={() => void revert()}
      >
        Deshacer el cambio
      </Button>
    </>
  )
}

function Reverted() {
  return (
    <>
      <div role="status">
        <h1>El cambio se deshizo</h1>
        <p>
          Si no pediste el cambio, alguien puede conocer tu contraseña: ve al inicio y elige una
          nueva con «Olvidé mi contraseña» o, si tu cuenta no tiene rut, pídenos una.
        </p>
      </div>
      <Button component={Link} to="/" size="md" fullWidth>
        Ir al inicio
      </Button>
    </>
  )
}

function DeadReversal() {
  return (
    <DeadLink>
      El enlace sirve hasta 72 horas después del cambio y una sola vez. Si no pediste el cambio,
      escribe ahora a <CooperativeEmail />.
    </DeadLink>
  )
}
