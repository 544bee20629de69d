import { isNotAllowed, isSessionEnded } from '../../api/client/api-error.ts'
import { errorLines } from '../../api/client/error-lines.ts'
import { Lines } from '../../ui/feedback/lines.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { NotAllowed } from './not-allowed.tsx'
import { SessionEnded } from './session-ended.tsx'

/** The error messages of a failed call. */
export function FailureNotice({ error }: { error: unknown }) {
  if (isSessionEnded(error)) return <SessionEnded />
  if (isNotAllowed(error)) return <NotAllowed />
  return (
    <Notice tone="error">
      <Lines lines={errorLines(error)} />
    </Notice>
  )
}
