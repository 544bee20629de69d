import type { Readable } from 'node:stream'
import type { requestsQuery } from '@carpeta/contract/requests/staff-requests-schemas'
import { queueFilterNames } from '@carpeta/domain/requests/queue-rules'
import type { z } from 'zod'
import { recordAuditEvent } from '../../../audit/record-audit-event.ts'
import { requireRecentAuthentication } from '../../../auth/reauthentication/require-recent-authentication.ts'
import type { Database } from '../../../db/client.ts'
import type { SignedInCaller } from '../../../http/caller.ts'
import { listMatchingIds } from '../workbench-store.ts'
import { readQueueFilter, readStates } from './read-queue-filter.ts'
import { requestsCsv } from './requests-csv.ts'

/**
 * All requests that the filters match, as CSV. The audit log has which filters were used and how many
 * requests they matched, not what was typed.
 */
export async function exportRequests(
  { db }: { db: Database },
  caller: SignedInCaller,
  query: z.infer<typeof requestsQuery>,
): Promise<Readable> {
  await requireRecentAuthentication(db, caller)
  const ids = await listMatchingIds(db, readQueueFilter(query, caller.id), readStates(query.state))
  await recordAuditEvent(db, caller, {
    action: 'requests.exported',
    after: { filters: queueFilterNames.filter((name) => query[name]), requests: ids.length },
  })
  return requestsCsv(db, ids)
}
