import type { AlongSession } from '../auth/sessions-store.ts'
import { versionOf } from '../db/data-versions/data-versions-store.ts'
import { sql } from '../db/query.ts'
import { lastDeadline } from '../requests/staff/requests-version-store.ts'

/** A text that changes whenever the counts would. The permissions that select them are among the people. */
export const workCountsVersion: AlongSession = {
  name: 'find-session-with-work-counts-version',
  column: () => sql`concat_ws('/', ${versionOf(['people', 'requests', 'work'])}, ${lastDeadline})`,
}
