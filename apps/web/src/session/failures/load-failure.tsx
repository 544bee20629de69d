import { Button } from '@mantine/core'
import { isNotAllowed, isSessionEnded } from '../../api/client/api-error.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { NotAllowed } from './not-allowed.tsx'
import { SessionEnded } from './session-ended.tsx'

/** The error of a failed query, with a retry button. */
export function LoadFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (isSessionEnded(error)) return <SessionEnded />
  if (isNotAllowed(error)) return <NotAllowed />
  return (
    <Notice
      tone="error"
      action={
        <Button variant="default" size="xs" onClick={onRetry}>
          Reintentar
        </Button>
      }
    >
      {error.message}
    </Notice>
  )
}
