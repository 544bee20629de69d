import type { User } from '@carpeta/contract/auth'
import { useState } from 'react'
import { FailureNotice } from '../session/failures/failure-notice.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { cancelEmailChange } from './calls.ts'

interface Props {
  user: User
  onCancelled: (user: User) => void
}

/** The new email that its owner has not confirmed, or that does not get emails; nothing without one. */
export function PendingEmail({ user, onCancelled }: Props) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const { pending_email: pending, pending_email_refused: isRefused = false } = user
  if (pending === undefined) return null

  async function cancel() {
    setBusy(true)
    setFailure(undefined)
    try {
      onCancelled(await cancelEmailChange(user.id))
    } catch (error) {
      setFailure(error)
    }
    setBusy(false)
  }

  return (
    <>
      <Notice
        tone={isRefused ? 'warning' : 'info'}
        action={
          <Button variant="default" loading={isBusy} onClick={() => void cancel()}>
            Cancelar el cambio
          </Button>
        }
      >
        {isRefused
          ? `El correo de confirmación no se pudo entregar a ${pending}. Cancela el cambio y pídelo de nuevo con la dirección bien escrita.`
          : `Pendiente de confirmar: ${pending}`}
      </Notice>
      {failure !== undefined && <FailureNotice error={failure} />}
    </>
  )
}
