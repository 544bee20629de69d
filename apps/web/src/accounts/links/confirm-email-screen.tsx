import { type FormEvent, useState } from 'react'
import { needsPassword } from '../../api/api-error.ts'
import { RefusedNotice } from '../../session/failures/refused-notice.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import {
  isAcceptable,
  NewPasswordFields,
  noPassword,
} from '../../ui/fields/new-password-fields.tsx'
import { confirmEmail } from '../calls.ts'
import { isDeadLink } from './account-link.tsx'
import { ConfirmationPage, type End } from './confirmation-page.tsx'

export function Component() {
  return (
    <ConfirmationPage
      title="Confirmación del correo"
      parameter="code"
      subject="tu correo"
      confirm={(code) => confirmEmail(code)}
      confirmed={{
        text: 'Ya puedes ingresar con tu correo y tu contraseña.',
        to: '/login-email',
        button: 'Ingresar con mi correo',
      }}
      ifDead="Si ya confirmaste tu correo, puedes ingresar. Si no, escribe a"
      instead={(error, code, onEnd) =>
        needsPassword(error) ? <ChoosePassword code={code} onEnd={onEnd} /> : null
      }
    />
  )
}

interface Props {
  code: string
  onEnd: (end: End) => void
}

/** Where the browser did not register itself, the owner of the mailbox chooses the password. */
function ChoosePassword({ code, onEnd }: Props) {
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
      onEnd('confirmed')
    } catch (error) {
      if (isDeadLink(error)) return onEnd('dead')
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
