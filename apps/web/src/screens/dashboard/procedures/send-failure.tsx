import { Link } from 'react-router'
import { ApiError } from '../../../api/api-error.ts'
import { searchOfTab, tabSlugs } from '../../../requests/member-address.ts'
import { FailureNotice } from '../../../session/failure-notice.tsx'

/** What was sent already, perhaps in another tab, is found where the others are. */
export function SendFailure({ error, saleCode }: { error: unknown; saleCode: string }) {
  const isTooLate = error instanceof ApiError && error.status === 409
  return (
    <>
      <FailureNotice error={error} />
      {isTooLate && (
        <p>
          <Link to={{ search: searchOfTab(saleCode, tabSlugs.myRequests) }}>Ver Mis Trámites</Link>
        </p>
      )}
    </>
  )
}
