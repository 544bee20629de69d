import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { needsPassword } from '../../api/api-error.ts'
import { CooperativeEmail } from '../../environment/cooperative-email.tsx'
import { LoadFailure } from '../../session/failures/load-failure.tsx'
import { RefusedNotice } from '../../session/failures/refused-notice.tsx'
import { logOutIfExpired } from '../../session/log-out-for-link.ts'
import { Button } from '../../ui/buttons/button.tsx'
import {
  isAcceptable,
  NewPasswordFields,
  noPassword,
} from '../../ui/fields/new-password-fields.tsx'
import { CardPage } from '../../ui/layout/card-page.tsx'
import { confirmEmail } from '../calls.ts'
import { DeadLink, isDeadLink, useAddressSecret, useAnswerOnce, Waiting } from './account-link.tsx'

export function Component() {
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

interface Props {
  code: string
  onConfirmed: () => void
  onDead: () => void
}

/** Where the browser did not register itself, the owner of the mailbox chooses the password. */
function ChoosePassword({ code, onConfirmed, onDead }: Props) {
  const [value, setValue] = useState(noPassword)
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<unknown>()

  async function save(event: FormEvent) {
    event.preventDefault()
    if (isSaving || !isAcceptable(value)) return
    setFailure(undefined)
    setSaving(true)
    try {
      await confirmEmail(code, value.password)
      onConfirmed()
    } catch (error) {
      if (isDeadLink(error)) return onDead()
      setFailure(error)
      setSaving(false)
    }
  }

  return (
    <>
      <div>
        <h1>Elige tu contraseña</h1>
        <p>
          Para confirmar tu correo desde este navegador, elige la contraseña con la que entrarás.
        </p>
      </div>
      <form method="post" noValidate onSubmit={save}>
        <NewPasswordFields label="Ingresa una contraseña" value={value} onChange={setValue} />
        {failure !== undefined && <RefusedNotice error={failure} />}
        <Button
          type="submit"
          size="md"
          fullWidth
          disabled={!isAcceptable(value)}
          loading={isSaving}
        >
          Confirmar mi correo
        </Button>
      </form>
    </>
  )
}
