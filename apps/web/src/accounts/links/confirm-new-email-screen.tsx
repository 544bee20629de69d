import { Link } from 'react-router'
import { CooperativeEmail } from '../../environment/cooperative-email.tsx'
import { LoadFailure } from '../../session/failures/load-failure.tsx'
import { logOutIfExpired } from '../../session/log-out-for-link.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { CardPage } from '../../ui/layout/card-page.tsx'
import { confirmEmailChange } from '../calls.ts'
import { DeadLink, isDeadLink, useAddressSecret, useAnswerOnce, Waiting } from './account-link.tsx'

export function Component() {
  const token = useAddressSecret('token')
  return (
    <CardPage title="Confirmación del correo nuevo">
      {token === undefined && <Confirming />}
      {token === '' && <DeadConfirmation />}
      {token && <Confirmation token={token} />}
    </CardPage>
  )
}

function Confirmation({ token }: { token: string }) {
  const { outcome, retry } = useAnswerOnce(async () => {
    await logOutIfExpired()
    await confirmEmailChange(token)
  })

  if (outcome.status === 'waiting') return <Confirming />
  if (outcome.status === 'answered') return <Confirmed />
  if (isDeadLink(outcome.error)) return <DeadConfirmation />
  return (
    <>
      <h1>No pudimos confirmar tu correo nuevo</h1>
      <LoadFailure error={outcome.error} onRetry={retry} />
    </>
  )
}

function Confirmed() {
  return (
    <>
      <div role="status">
        <h1>Tu correo nuevo está confirmado</h1>
        <p>Desde ahora tus correos llegan a esta dirección. Avisamos del cambio a la anterior.</p>
      </div>
      <Button component={Link} to="/" size="md" fullWidth>
        Ir a mi carpeta
      </Button>
    </>
  )
}

function Confirming() {
  return <Waiting>Estamos confirmando tu correo nuevo.</Waiting>
}

function DeadConfirmation() {
  return (
    <DeadLink>
      Cada enlace sirve una sola vez y por un tiempo limitado. Si el cambio sigue pendiente, pídelo
      de nuevo en tu perfil. Si necesitas ayuda, escribe a <CooperativeEmail />.
    </DeadLink>
  )
}
