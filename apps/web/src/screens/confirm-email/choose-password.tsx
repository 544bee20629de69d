import { type FormEvent, useState } from 'react'
import { confirmEmail } from '../../api/accounts.ts'
import { isDeadLink } from '../../links/account-link.tsx'
import { FailureNotice } from '../../session/failures/failure-notice.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import {
  isAcceptable,
  NewPasswordFields,
  noPassword,
} from '../../ui/fields/new-password-fields.tsx'

interface Props {
  code: string
  onConfirmed: () => void
  onDead: () => void
}

/** Where the browser did not register itself, the owner of the mailbox chooses the password. */
export function ChoosePassword({ code, onConfirmed, onDead }: Props) {
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
        {failure !== undefined && <FailureNotice error={failure} />}
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
