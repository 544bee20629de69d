import type { Readable } from 'node:stream'
import { id } from '@carpeta/contract/endpoint'
import type { AnswerOf } from '@carpeta/contract/endpoints'
import type {
  RequestRow,
  requestsQuery,
  SavedFilter,
  savedFilterForm,
} from '@carpeta/contract/staff-requests'
import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { formatRut } from '@carpeta/domain/people/rut'
import {
  MAX_SAVED_FILTERS,
  queueFilterNames,
  savedFilterErrors,
  savedFilterMessages,
} from '@carpeta/domain/requests/queue-rules'
import { readRequestNumber } from '@carpeta/domain/requests/request-number'
import { type RequestState, requestStates } from '@carpeta/domain/requests/request-states'
import { stateLabel } from '@carpeta/domain/requests/state-label'
import type { z } from 'zod'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import {
  callerTransaction,
  requireRecentAuthentication,
  requireStillAllowed,
} from '../auth/caller-transaction.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/client.ts'
import { type CsvCell, csvNumber, csvOfIds } from '../files/csv-writer.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { NotFound, refuseFields } from '../http/errors.ts'
import { pageWithin, readFilterRut, readFilterText, readFlag, readPage } from '../http/paging.ts'
import {
  countByFlag,
  countByState,
  countOtherFilters,
  deleteFilter,
  type Handler,
  listMatchingIds,
  listQueue,
  listRowsOf,
  type QueueRow,
  type RequestFilter,
  type RequestSearch,
  requestOrders,
  upsertFilter,
  withoutFlags,
} from './queue-store.ts'

type Query = z.infer<typeof requestsQuery>

/** A page of the queue, with the number of requests in each state and with each flag, one at a time. */
export async function listRequests(
  { db }: { db: Database },
  caller: Handler,
  query: Query,
): Promise<AnswerOf<'GET /api/requests/'>> {
  const target = readPage(query, requestOrders)
  const filter = readQueueFilter(query, caller)
  const states = readStates(query.state)
  const unflagged = withoutFlags(filter)
  const counts = await countByState(db, unflagged)
  const { assigneeId, isUnassigned, isOverdue, hasReply } = filter
  const isFlagged = assigneeId !== null || isUnassigned || isOverdue || hasReply
  const found = isFlagged ? await countByState(db, filter) : counts
  const shown: readonly RequestState[] = states ?? requestStates
  const total = shown.reduce((sum, state) => sum + (found.get(state) ?? 0), 0)
  const { current, lastPage, ...rows } = pageWithin(target, total)
  const results = await listQueue(db, filter, states, { ...target, ...rows })
  return {
    results: results.map(presentRequestRow),
    current,
    lastPage,
    total,
    counts: Object.fromEntries(
      requestStates
        .filter((state) => state !== 'draft')
        .map((state) => [state, counts.get(state) ?? 0]),
    ),
    flags: await countByFlag(db, filter),
  }
}

export function presentRequestRow(row: QueueRow): RequestRow {
  return {
    id: row.id,
    state: row.state,
    merged_into: row.mergedInto,
    procedure_title: row.procedureTitle,
    project: row.project,
    sale_code: row.saleCode,
    member: { id: row.memberId, name: row.memberName, social_security: row.memberRut ?? '' },
    assignee: row.assigneeId === null ? null : { id: row.assigneeId, name: row.assigneeName ?? '' },
    sent_at: row.sentAt,
    due_at: row.dueAt,
    is_overdue: row.isOverdue,
    has_reply: row.hasReply,
    closed_at: row.closedAt,
    version: row.version,
    excerpt: row.excerpt,
  }
}

/** Unreadable filters are ignored (docs/specification.md §11.25). */
function readQueueFilter(query: Query, handler: Handler): RequestFilter {
  const procedure = id.safeParse(query.procedure || null)
  const member = readFilterText(query.member)
  return {
    handler,
    search: readSearch(query.q),
    procedureId: procedure.success ? procedure.data : null,
    project: readFilterText(query.project),
    memberName: member,
    memberRut: readFilterRut(member),
    assigneeId: readFlag(query.mine) ? handler.id : null,
    isUnassigned: readFlag(query.unassigned),
    isOverdue: readFlag(query.overdue),
    hasReply: readFlag(query.replied),
  }
}

/** The known states of a comma-separated list; null if there are none. */
function readStates(text = ''): RequestState[] | null {
  const names = text.split(',').map((name) => name.trim())
  const states = requestStates.filter((state) => state !== 'draft' && names.includes(state))
  return states.length > 0 ? states : null
}

export function readSearch(typed: string | undefined): RequestSearch | null {
  const text = readFilterText(typed)
  if (text === null) return null
  const number = id.safeParse(readRequestNumber(text))
  return { text, id: number.success ? number.data : null, rut: readRutPart(text) }
}

const MIN_RUT_PART = 4

/** Null for fewer digits: nearly every rut has them somewhere. */
function readRutPart(text: string): string | null {
  const rut = readFilterRut(text)
  return rut !== null && rut.length >= MIN_RUT_PART ? rut : null
}

/**
 * All requests that the filters match, as CSV. The audit log has the names of the filters and the number
 * of requests, not what was typed.
 */
export async function exportRequests(
  services: { db: Database; config: Config },
  caller: SignedInCaller,
  query: Query,
): Promise<Readable> {
  const { db } = services
  await requireRecentAuthentication(db, caller)
  const ids = await listMatchingIds(db, readQueueFilter(query, caller), readStates(query.state))
  await recordAuditEvent(db, caller, {
    action: 'requests.exported',
    after: { filters: queueFilterNames.filter((name) => query[name]), requests: ids.length },
  })
  return csvOfIds(header, ids, async (batch) => {
    const present = await requireStillAllowed(services, caller)
    return (await listRowsOf(db, present, batch)).map(csvRow)
  })
}

const header = [
  'Nº',
  'Trámite',
  'Estado',
  'Socio',
  'Rut',
  'Proyecto',
  'Venta',
  'Encargado',
  'Enviada',
  'Plazo',
  'Atrasada',
  'Respondió',
  'Cerrada',
]

function csvRow(row: QueueRow): CsvCell[] {
  const { sentAt, dueAt, closedAt } = row
  return [
    csvNumber(String(row.id)),
    row.procedureTitle,
    stateLabel(row.state, row.mergedInto),
    row.memberName,
    formatRut(row.memberRut ?? ''),
    row.project,
    row.saleCode,
    row.assigneeName ?? '',
    dateTimeInSantiago(sentAt),
    dueAt ? dateTimeInSantiago(dueAt) : '',
    row.isOverdue ? 'Sí' : '',
    row.hasReply ? 'Sí' : '',
    closedAt ? dateTimeInSantiago(closedAt) : '',
  ]
}

/** Replaces the caller's filter of the same name. @throws {InvalidFields} */
export function saveFilter(
  { db }: { db: Database },
  caller: SignedInCaller,
  form: z.infer<typeof savedFilterForm>,
): Promise<SavedFilter> {
  refuseFields(savedFilterErrors(form))
  const name = form.name.trim()
  const userId = caller.user.id
  return callerTransaction(
    db,
    caller,
    async (tx) => {
      if ((await countOtherFilters(tx, { userId, name })) >= MAX_SAVED_FILTERS) {
        refuseFields({ name: savedFilterMessages.tooMany })
      }
      return upsertFilter(tx, { userId, name, filters: form.filters })
    },
    // So that the count holds.
    { lock: 'update' },
  )
}

/** @throws {NotFound} for another user's filter too */
export async function deleteSavedFilter(
  { db }: { db: Database },
  caller: SignedInCaller,
  id: number,
): Promise<void> {
  await callerTransaction(db, caller, async (tx) => {
    if (!(await deleteFilter(tx, { userId: caller.user.id, id }))) throw new NotFound()
  })
}
