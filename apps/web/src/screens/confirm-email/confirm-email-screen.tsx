import { useState } from 'react'
import { Link } from 'react-router'
import { confirmEmail } from '../../api/accounts.ts'
import { needsPassword } from '../../api/client/api-error.ts'
import { CooperativeEmail } from '../../environment/cooperative-email.tsx'
import {
  DeadLink,
  isDeadLink,
  useAddressSecret,
  useAnswerOnce,
  Waiting,
} from '../../links/account-link.tsx'
import { LoadFailure } from '../../session/failures/load-failure.tsx'
import { logOutIfExpired } from '../../session/log-out-for-link.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { CardPage } from '../../ui/layout/card-page.tsx'
import { ChoosePassword } from './choose-password.tsx'

export function Screen() {
  const code = useAddressSecret('code')
  return (
    <CardPage title="Confirmación del correo">
      {code === undefined && <Confirming />}
      {code === '' && <DeadConfirmation />}
      {code && <Confirmation code={code} />}
    </CardPage>
  )
}

function Confirmation({ code }: { code: string }) {
  const [later, setLater] = useState<'confirmed' | 'dead'>()
  const { outcome, retry } = useAnswerOnce(async () => {
    await logOutIfExpired()
    await confirmEmail(code)
  })

  if (outcome.status === 'waiting') return <Confirming />
  if (outcome.status === 'answered' || later === 'confirmed') return <Confirmed />
  if (isDeadLink(outcome.error) || later === 'dead') return <DeadConfirmation />
  if (needsPassword(outcome.error)) {
    return (
      <ChoosePassword
        code={code}
        onConfirmed={() => setLater('confirmed')}
        onDead={() => setLater('dead')}
      />
    )
  }
  return (
    <>
      <h1>No pudimos confirmar tu correo</h1>
      <LoadFailure error={outcome.error} onRetry={retry} />
    </>
  )
}

function Confirmed() {
  return (
    <>
      <div role="status">
        <h1>Tu correo está confirmado</h1>
        <p>Ya puedes ingresar con tu correo y tu contraseña.</p>
      </div>
      <Button component={Link} to="/login-email" size="md" fullWidth>
        Ingresar con mi correo
      </Button>
    </>
  )
}

function Confirming() {
  return <Waiting>Estamos confirmando tu correo.</Waiting>
}

function DeadConfirmation() {
  return (
    <DeadLink>
      Cada enlace sirve una sola vez y por un tiempo limitado. Si ya confirmaste tu correo, puedes
      ingresar. Si no, escribe a <CooperativeEmail />.
    </DeadLink>
  )
}
