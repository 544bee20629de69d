import {
  isConnectionLost,
  isNotAllowed,
  isSessionEnded,
  needsReauthentication,
} from '../../api/client/api-error.ts'
import { errorLines } from '../../api/client/error-lines.ts'
import { Lines } from '../../ui/feedback/lines.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { HelpCode } from './help-code.tsx'
import { NoConnection } from './no-connection.tsx'
import { NotAllowed } from './not-allowed.tsx'
import { SessionEnded } from './session-ended.tsx'

/** The error messages of a failed call. */
export function FailureNotice({ error }: { error: unknown }) {
  if (isSessionEnded(error)) return <SessionEnded place="form" />
  if (isConnectionLost(error)) return <NoConnection place="form" />
  if (isNotAllowed(error)) return <NotAllowed />
  if (needsReauthentication(error)) {
    return <Notice tone="info">Cancelaste la confirmación: no se hizo nada.</Notice>
  }
  return (
    <Notice tone="error">
      <Lines lines={errorLines(error)} />
      <HelpCode error={error} />
    </Notice>
  )
}
