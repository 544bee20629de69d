import { ApiError } from '../../../api/client/api-error.ts'
import { FailureNotice } from '../../../session/failures/failure-notice.tsx'
import { MyRequestsLink } from './my-requests-link.tsx'

/** After a conflict, links to the request that was already sent. */
export function SendFailure({ error, saleCode }: { error: unknown; saleCode: string }) {
  const isTooLate = error instanceof ApiError && error.status === 409
  return (
    <>
      <FailureNotice error={error} />
      {isTooLate && (
        <p>
          <MyRequestsLink saleCode={saleCode} />
        </p>
      )}
    </>
  )
}
