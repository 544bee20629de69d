import { type auditQuery, endpoints } from '@carpeta/contract/audit'
import { isCalendarDate } from '@carpeta/domain/dates/dates'
import type { z } from 'zod'
import type { Database } from '../db/client.ts'
import type { Api } from '../http/api.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { pageWithin, readPage } from '../http/paging.ts'
import { serve } from '../http/serve.ts'
import {
  type AuditFilter,
  type AuditRow,
  countAccesses,
  countEntries,
  listAccesses,
  listEntries,
  listUserNames,
  MAX_ON_PAGES,
} from './audit-store.ts'
import { auditLogCsv, presentAccess, presentEntry, usersIn } from './present-entry.ts'
import { recordAuditLogRead } from './record-audit-event.ts'

interface Guards {
  /** @throws {Refused} 403 after a long session */
  requireRecentAuthentication: (db: Database, caller: SignedInCaller) => Promise<void>
  /** The caller as the database has it now. @throws {NotSignedIn} · {Forbidden} */
  requireStillAllowed: (api: Api, caller: SignedInCaller) => Promise<SignedInCaller>
  /** The entries without what their reader should not learn of a purchase of their own. */
  withoutOwnPurchases: (
    db: Database,
    caller: SignedInCaller,
    entries: AuditRow[],
  ) => Promise<AuditRow[]>
}

/** The audit log for auditors, and the accesses to their own data for members. */
export function auditRoutes(api: Api & Guards): void {
  const { db, requireRecentAuthentication, requireStillAllowed, withoutOwnPurchases } = api
  serve(api, endpoints, {
    'GET /api/audit/': async ({ caller, query }) => {
      const page = readPage(query, ['id'])
      const filter = readFilter(query, caller)
      const count = await countEntries(db, filter)
      const { current, lastPage, ...rows } = pageWithin(page, Math.min(count, MAX_ON_PAGES))
      const entries = await withoutOwnPurchases(db, caller, await listEntries(db, filter, rows))
      await recordAuditLogRead(db, caller, 'audit.read', filter)
      const users = await listUserNames(db, usersIn(entries))
      return {
        ...{ results: entries.map(presentEntry), current, lastPage, users },
        isLimited: count > MAX_ON_PAGES,
      }
    },
    'GET /api/audit/export.csv': async ({ caller, query, reply }) => {
      const filter = readFilter(query, caller)
      await requireRecentAuthentication(db, caller)
      await recordAuditLogRead(db, caller, 'audit.exported', filter)
      return reply
        .type(endpoints['GET /api/audit/export.csv'].file)
        .header('content-disposition', 'attachment; filename="bitacora.csv"')
        .send(
          auditLogCsv(db, filter, async (entries) => {
            const present = await requireStillAllowed(api, caller)
            return withoutOwnPurchases(db, present, entries)
          }),
        )
    },
    'GET /api/client/accesses/': async ({ caller: { user }, query }) => {
      const page = readPage(query, ['id'])
      const count = Math.min(await countAccesses(db, user.id), MAX_ON_PAGES)
      const { current, lastPage, ...rows } = pageWithin(page, count)
      const results = (await listAccesses(db, user.id, rows)).map(presentAccess)
      return { results, current, lastPage }
    },
  })
}

/** Ignores a date that is not on the calendar. */
function readFilter(query: z.infer<typeof auditQuery>, caller: SignedInCaller): AuditFilter {
  const { from = '', to = '', without_own_reads: withoutOwnReads } = query
  const { action, person, actor, subject } = query
  return {
    ...{ action, person, actor, subject },
    from: isCalendarDate(from) ? from : undefined,
    to: isCalendarDate(to) ? to : undefined,
    withoutReadsOf: withoutOwnReads ? caller.id : undefined,
  }
}
