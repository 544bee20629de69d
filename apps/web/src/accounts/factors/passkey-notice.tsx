import { FailureNotice } from '../../session/failures/failure-notice.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { PasskeyFailure } from './passkeys.ts'

/** Why a passkey was not created or used. Users often only closed the browser's dialog. */
export function PasskeyNotice({ error }: { error: unknown }) {
  return error instanceof PasskeyFailure ? (
    <Notice tone="warning">{error.message}</Notice>
  ) : (
    <FailureNotice error={error} />
  )
}
