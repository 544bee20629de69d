import type { AlongSession } from '../../auth/sessions-store.ts'
import { versionOf } from '../../db/data-versions/data-versions-store.ts'
import { sql } from '../../db/query.ts'
import { ownRequestsVersion } from '../../requests/sale-requests-store.ts'

/**
 * A text that changes whenever the member's own sales would be answered otherwise: with a change of
 * anybody's figures, the UF or holidays, with the member's requests, and with the day. Null for a member
 * who was given access to somebody else's sale, whose answer is always read.
 */
export const salesVersion: AlongSession = {
  name: 'find-session-with-sales-version',
  column: ({ today }) => sql`
    case when not exists (select from sale_accesses where sale_accesses.reader_rut = users.rut)
    then concat_ws('/', ${today}::date, users.rut, ${versionOf(['figures'])}, ${ownRequestsVersion}) end`,
}
