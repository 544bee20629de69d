import { accessesResponse, auditQuery, auditResponse } from '@carpeta/contract/audit'
import { errorResponses } from '@carpeta/contract/errors'
import { pageQuery } from '@carpeta/contract/paging'
import { isCalendarDate } from '@carpeta/domain/dates/dates'
import type { Api } from '../app.ts'
import { signedIn } from '../http/access.ts'
import { actorOf } from '../http/actor.ts'
import { pageWithin, readPage } from '../http/paging.ts'
import { auditLogCsv } from './audit-log-csv.ts'
import {
  type AuditFilter,
  countAccesses,
  countEntries,
  listAccesses,
  listEntries,
} from './audit-store.ts'
import { presentAccess } from './present-access.ts'
import { presentEntry } from './present-entry.ts'
import { recordAuditLogRead } from './record-audit-log-read.ts'

/** The trail for whoever may read it, and for a member the part that is about him. */
export function auditRoutes({ app, db }: Api): void {
  app.get(
    '/api/audit/',
    {
      config: { access: 'audit.view_audit' },
      schema: {
        summary: 'Quién hizo y vio qué',
        querystring: auditQuery,
        response: { ...errorResponses, 200: auditResponse },
      },
    },
    async (request) => {
      const { query } = request
      const wanted = readPage(query, ['id'])
      const filter = readFilter(query)
      const { current, lastPage, ...rows } = pageWithin(wanted, await countEntries(db, filter))
      const entries = await listEntries(db, filter, rows)
      await recordAuditLogRead(db, actorOf(request), 'audit.read', filter)
      return { results: entries.map(presentEntry), current, lastPage }
    },
  )

  app.get(
    '/api/audit/export.csv',
    {
      config: { access: 'audit.view_audit' },
      schema: { summary: 'La bitácora como CSV', querystring: auditQuery },
    },
    async (request, reply) => {
      const filter = readFilter(request.query)
      await recordAuditLogRead(db, actorOf(request), 'audit.exported', filter)
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="bitacora.csv"')
        .send(auditLogCsv(db, filter))
    },
  )

  app.get(
    '/api/client/accesses/',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Quién accedió a mis datos',
        querystring: pageQuery,
        response: { ...errorResponses, 200: accessesResponse },
      },
    },
    async (request) => {
      const { id } = signedIn(request).user
      const wanted = readPage(request.query, ['id'])
      const { current, lastPage, ...rows } = pageWithin(wanted, await countAccesses(db, id))
      const results = (await listAccesses(db, id, rows)).map(presentAccess)
      return { results, current, lastPage }
    },
  )
}

/** What is no day on the calendar does not filter. */
function readFilter(query: {
  action?: string | undefined
  actor?: string | undefined
  subject?: string | undefined
  from?: string | undefined
  to?: string | undefined
}): AuditFilter {
  const { action, actor, subject, from = '', to = '' } = query
  return {
    action,
    actor,
    subject,
    from: isCalendarDate(from) ? from : undefined,
    to: isCalendarDate(to) ? to : undefined,
  }
}
