import { recordedHour } from '../../audit/insert-entry-store.ts'
import type { AlongSession } from '../../auth/sessions-store.ts'
import { versionOf } from '../../db/data-versions/data-versions-store.ts'
import { type SQL, sql } from '../../db/query.ts'

/** An expression that changes when a request becomes overdue, which no transaction writes. */
export const lastDeadline: SQL = sql`(
  select max(due_at) from requests where requests.state <> 'draft' and due_at < now())`

/** A text that changes whenever a list of requests would, and with the hour in which its read is recorded once. */
export const requestsVersion: AlongSession = {
  name: 'find-session-with-requests-version',
  column: () => sql`
    concat_ws('/', ${versionOf(['requests', 'people', 'sales'])}, ${lastDeadline}, ${recordedHour})`,
}
