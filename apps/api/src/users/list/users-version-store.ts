import { recordedHour } from '../../audit/insert-entry-store.ts'
import type { AlongSession } from '../../auth/sessions-store.ts'
import { versionOf } from '../../db/data-versions/data-versions-store.ts'
import { sql } from '../../db/query.ts'
import { lastExpired } from '../email-change/email-changes-store.ts'

/** A text that changes whenever a list of users would, and with the hour in which its read is recorded once. */
export const usersVersion: AlongSession = {
  name: 'find-session-with-users-version',
  column: () => sql`
    concat_ws('/', ${versionOf(['people', 'sales'])}, ${lastExpired}, ${recordedHour})`,
}
