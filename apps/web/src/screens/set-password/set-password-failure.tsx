import { Button } from '@mantine/core'
import { ApiError } from '../../api/client/api-error.ts'
import { errorLines } from '../../api/client/error-lines.ts'
import { FailureNotice } from '../../session/failures/failure-notice.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { Lines } from '../../ui/feedback/lines.tsx'
import type { Purpose } from './purpose.ts'

interface Props {
  error: unknown
  purpose: Purpose
  onClose: () => void
}

/** A refused restore is a dialog; a refused activation is an inline error. */
export function SetPasswordFailure({ error, purpose, onClose }: Props) {
  const isRefused = error instanceof ApiError && error.status === 400
  if (purpose === 'activate' || !isRefused) return <FailureNotice error={error} />
  return (
    <Dialog
      title="Ocurrió un error"
      onClose={onClose}
      buttons={
        <Button data-autofocus onClick={onClose}>
          OK
        </Button>
      }
    >
      <Lines lines={errorLines(error)} />
    </Dialog>
  )
}
