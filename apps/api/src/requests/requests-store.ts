import type { WireDocument, WireRequestEvent } from '@carpeta/contract/requests'
import { OPERATOR_NAME } from '@carpeta/domain/personal-data/personal-data-labels'
import { requestStateLabels } from '@carpeta/domain/requests/request-labels'
import { type RequestState, requestStates } from '@carpeta/domain/requests/request-states'
import type { Database, Queryable, Transaction } from '../db/client.ts'
import { exec, many, maybeOne, one, type SQL, sql } from '../db/query.ts'
import { isAccountOf } from '../people/people-store.ts'
import { isOthersSale } from '../sales/sale-accesses-store.ts'
import { isClosedSql, isOpenSql } from './requests-tables.ts'

export interface RequestDocument {
  id: number
  name: string
  /** Bytes. */
  size: number
  type: WireDocument['type']
  /** Index of the required document; null for a file of the answer. */
  position: number | null
  review: WireDocument['review']
  reason: string
  uploadedAt: Date
  /** When a file of the answer became visible to the member. */
  publishedAt: Date | null
  replacedAt: Date | null
}

export interface RequestEvent {
  id: number
  at: Date
  kind: WireRequestEvent['kind']
  /** Null for the portal's operator. */
  actorId: number | null
  actorName: string
  text: string
  /** Whether the answer helped the member; null for other events. */
  helped: boolean | null
}

/** The member holds the sale now; a load may have named another holder since. */
const isHeld = isAccountOf(sql`requests.user_id`, sql`sales.holder_rut`)

/** The open requests that a person sent, and those that staff are assigned. */
export function countOpenRequestsOf(
  db: Database,
  userId: number,
): Promise<{ requests: number; assigned: number }> {
  return one(
    db,
    sql`select count(*) filter (where user_id = ${userId}) as requests,
        count(*) filter (where assignee_id = ${userId}) as assigned
      from requests where (user_id = ${userId} or assignee_id = ${userId}) and ${isOpenSql}`,
  )
}

/** A request with its documents and history; presenters choose the parts for a caller. */
export interface StoredRequest {
  id: number
  userId: number
  isHolder: boolean
  state: RequestState
  saleId: number
  saleCode: string
  project: string
  procedureId: number
  procedureTitle: string
  procedureDescription: string
  requiredDocuments: string[]
  comment: string
  answer: string
  /** The staff user who files or filed it for the member. */
  filedBy: number | null
  filedByName: string
  mergedInto: number | null
  assigneeId: number | null
  sentAt: Date | null
  dueAt: Date | null
  answerDays: number | null
  extendedAt: Date | null
  closedAt: Date | null
  version: number
  /** By the database's clock. */
  now: Date
  /** By position, then by id; replaced ones included. */
  documents: RequestDocument[]
  /** Oldest first. */
  events: RequestEvent[]
  /** The requests that were merged into it, also by way of another one; oldest first. */
  merged: MergedRequest[]
}

interface MergedRequest {
  id: number
  procedureTitle: string
  requiredDocuments: string[]
  sentAt: Date | null
  comment: string
  documents: RequestDocument[]
}

export async function findRequest(db: Database, requestId: number): Promise<StoredRequest | null> {
  const request = await maybeOne<Omit<StoredRequest, 'documents' | 'events' | 'merged'>>(
    db,
    sql`select requests.id, user_id, ${isHeld} as is_holder, state, sale_id,
        sales.code as sale_code, sales.project,
        procedure_id, procedure_title, procedure_description, required_documents,
        case when state = 'draft' then coalesce((select request_drafts.comment from request_drafts
          where request_id = requests.id), '') else comment end as comment, answer,
        filed_by, coalesce((select trim(first_name || ' ' || last_name) from users
          where users.id = filed_by), '') as filed_by_name, merged_into, assignee_id, sent_at, due_at,
        answer_days, extended_at, closed_at, version, now() as now
      from requests join sales on sales.id = sale_id
      where requests.id = ${requestId}`,
  )
  if (!request) return null
  const history = await listHistory(db, requestId)
  return { ...request, ...history, merged: await listMerged(db, requestId) }
}

export async function listMerged(
  db: Database | Transaction,
  requestId: number,
): Promise<MergedRequest[]> {
  const rows = await many<Omit<MergedRequest, 'documents'>>(
    db,
    sql`with recursive merged as (
        select id from requests where merged_into = ${requestId}
        union select requests.id from requests join merged on requests.merged_into = merged.id
      )
      select id, procedure_title, required_documents, sent_at, comment from requests
      where id in (select id from merged) order by id`,
  )
  const merged: MergedRequest[] = []
  for (const row of rows) merged.push({ ...row, documents: await listDocuments(db, row.id) })
  return merged
}

export async function hasMerged(tx: Transaction, requestId: number): Promise<boolean> {
  return (await exec(tx, sql`select from requests where merged_into = ${requestId} limit 1`)) > 0
}

/** Begins a query, whose table `parts` has the request and those that were merged into it. */
const partsOf = (requestId: number): SQL => sql`with recursive parts as (
      select id, sale_id from requests where id = ${requestId}
      union select requests.id, requests.sale_id
        from requests join parts on requests.merged_into = parts.id
    )`

/** Selects the ids of a request and of those that were merged into it. */
export function idsOfParts(requestId: number): SQL {
  return sql`${partsOf(requestId)} select id from parts`
}

/** Selects `sale_id` of the sales that a request is about, by those that were merged into it, too. */
export function salesOfRequest(requestId: number): SQL {
  return sql`${partsOf(requestId)} select distinct sale_id from parts`
}

/** Whether one of those is a purchase of the person's own. */
export async function isRequestAboutSaleOf(
  db: Queryable,
  { requestId, rut }: { requestId: number; rut: string },
): Promise<boolean> {
  const found = await exec(
    db,
    sql`select from (${salesOfRequest(requestId)}) about
      where not ${isOthersSale(sql`sale_id`, rut)} limit 1`,
  )
  return found > 0
}

export async function listHistory(
  db: Database | Transaction,
  requestId: number,
): Promise<Pick<StoredRequest, 'documents' | 'events'>> {
  const documents = await listDocuments(db, requestId)
  return { documents, events: await listEvents(db, requestId) }
}

export function listDocuments(
  db: Database | Transaction,
  requestId: number,
): Promise<RequestDocument[]> {
  return many<RequestDocument>(
    db,
    sql`select id, name, size, type, position, review, reason, created_at as uploaded_at,
        published_at, replaced_at
      from request_documents join documents on documents.id = document_id
      where request_id = ${requestId}
      order by position, id`,
  )
}

function listEvents(db: Database | Transaction, requestId: number): Promise<RequestEvent[]> {
  return many<RequestEvent>(
    db,
    sql`select request_events.id, at, actor_id, kind,
        coalesce(trim(actor.first_name || ' ' || actor.last_name), ${OPERATOR_NAME}) as actor_name,
        coalesce(trim(assignee.first_name || ' ' || assignee.last_name), text) as text, helped
      from request_events
      left join users actor on actor.id = actor_id
      left join users assignee on assignee.id = assignee_id
      left join answer_ratings on event_id = request_events.id
      where request_id = ${requestId}
      order by request_events.id`,
  )
}

/** A request whose row is locked. */
export interface LockedRequest {
  id: number
  userId: number
  isMemberErased: boolean
  /** Whether the member holds the sale now. */
  isHolder: boolean
  state: RequestState
  version: number
  saleId: number
  saleCode: string
  procedureId: number
  procedureTitle: string
  requiredDocuments: string[]
  /** The staff user who files or filed it for the member. */
  filedBy: number | null
  assigneeId: number | null
  answerHours: number
  /** Calendar days set by law; null where the procedure's own hours count. */
  answerDays: number | null
  sentAt: Date | null
  dueAt: Date | null
  extendedAt: Date | null
  closedAt: Date | null
  /** By the database's clock, which all processes share. */
  now: Date
}

/** Locks the request until the transaction ends, so that concurrent actions run one by one. */
export async function lockRequest(
  tx: Transaction,
  requestId: number,
): Promise<LockedRequest | null> {
  await exec(tx, sql`select from requests where id = ${requestId} for update`)
  // The first statement knows members and sales only as before it waited for the lock.
  return maybeOne<LockedRequest>(
    tx,
    sql`select requests.id, user_id,
        exists (select from users where users.id = user_id and erased_at is not null)
          as is_member_erased,
        ${isHeld} as is_holder, state, version, sale_id, sales.code as sale_code, procedure_id,
        procedure_title, required_documents, filed_by, assignee_id, answer_hours, answer_days, sent_at, due_at,
        extended_at, closed_at, clock_timestamp() as now
      from requests join sales on sales.id = sale_id
      where requests.id = ${requestId}`,
  )
}

export interface RequestChange {
  state?: RequestState
  comment?: string
  answer?: string
  assigneeId?: number | null
  sentAt?: Date
  dueAt?: Date | null
  closedAt?: Date | null
  extendedAt?: Date | null
  mergedInto?: number
}

/** Makes a new version, so that a caller with an older one is refused. */
export async function saveChange(
  tx: Transaction,
  requestId: number,
  change: RequestChange,
): Promise<void> {
  await exec(
    tx,
    sql`update requests
      set ${sql.assign({ ...change, version: sql`version + 1`, updatedAt: sql`now()`, isSample: false })}
      where id = ${requestId}`,
  )
}

type Kind = WireRequestEvent['kind']

export interface NewEvent {
  requestId: number
  kind: Kind
  actorId: number
  /** The question, answer, comment or title. Names of users are stored as ids. */
  text: string
  assigneeId?: number | null
}

export async function insertEvent(
  tx: Transaction,
  { assigneeId = null, ...event }: NewEvent,
): Promise<void> {
  await exec(tx, sql`insert into request_events ${sql.insert({ ...event, assigneeId })}`)
}

/** Whether the last event is the same one: its answer was lost, and the caller sent it again. */
export async function isLastEvent(
  tx: Transaction,
  { requestId, kind, actorId, text }: NewEvent,
): Promise<boolean> {
  const last = await maybeOne<Pick<NewEvent, 'kind' | 'actorId' | 'text'>>(
    tx,
    sql`select kind, actor_id, text from request_events
      where request_id = ${requestId} order by id desc limit 1`,
  )
  return last?.kind === kind && last.actorId === actorId && last.text === text
}

/** Deletes requests closed so many years ago. Their documents become orphaned. @returns how many */
export function deleteClosedRequests(db: Database, years: number): Promise<number> {
  return exec(
    db,
    sql`delete from requests where ${isClosedSql}
      and closed_at < now() - ${years} * interval '1 year'`,
  )
}

/** Unchanged requests of the sample cooperative, and their documents. */
export function countSampleRequests(
  tx: Transaction,
): Promise<{ requests: number; documents: number }> {
  return one(
    tx,
    sql`select count(distinct id) as requests, count(document_id) as documents
      from requests left join request_documents on request_id = id where is_sample`,
  )
}

/** Runs with the first real import. The documents become orphaned. */
export async function deleteSampleRequests(tx: Transaction): Promise<void> {
  await exec(tx, sql`delete from requests where is_sample`)
}

/** A condition on `procedures`: a request is for it. */
export const isRequested = sql`exists (
  select from requests where requests.procedure_id = procedures.id)`

/** A condition on `sales`: a request is for it. */
export const isSaleRequested = sql`exists (
  select from requests where requests.sale_id = sales.id)`

/** For a query on `sales`: counts the open requests of others than this person. */
export function openRequestsNotOf(rut: SQL): SQL {
  return sql`(select count(*) from requests
    where requests.sale_id = sales.id and ${isOpenSql}
      and not ${isAccountOf(sql`requests.user_id`, rut)})`
}

/** How many requests the sales that `which` selects have; drafts count. */
export async function countRequestsOfSales(
  db: Database | Transaction,
  which: SQL,
): Promise<number> {
  const { count } = await one<{ count: number }>(
    db,
    sql`select count(*) from requests join sales on sales.id = requests.sale_id where ${which}`,
  )
  return count
}

const stateLabel = sql`case requests.state ${sql.raw(
  requestStates.map((state) => `when '${state}' then '${requestStateLabels[state]}'`).join(' '),
)} end`

/**
 * For a query on `sales`: the member's own requests of a sale as JSON text, newest first and never
 * a draft, in the field names of the wire.
 */
export function requestsAsJson(memberId: SQL): SQL {
  return sql`(
    select coalesce(json_agg(json_build_object(
      'key', requests.id,
      'tramite_titulo', requests.procedure_title,
      'fecha', (requests.sent_at at time zone 'America/Santiago')::date::text,
      'respuesta', case when ${isClosedSql} then requests.answer else '' end,
      'fecha_cierre', coalesce(case when ${isClosedSql} then
        (requests.closed_at at time zone 'America/Santiago')::date::text end, ''),
      'estado', ${stateLabel},
      'responder_hasta', coalesce((requests.due_at at time zone 'America/Santiago')::date::text, ''),
      'unida_a', requests.merged_into,
      'sobre', coalesce(requests.about, ''),
      'pregunta', case when requests.state = 'missing' then ${questionAsJson} end) order by requests.sent_at desc, requests.id desc), '[]')
    from requests
    where requests.sale_id = sales.id and requests.user_id = ${memberId}
      and requests.state <> 'draft')::text`
}

/** Characters of a question that the dashboard shows. */
const MAX_QUESTION_LINE = 200

/** The first line of what staff asked last, and the day. */
const questionAsJson = sql`(
  select json_build_object(
    'texto', left(split_part(request_events.text, E'\n', 1), ${MAX_QUESTION_LINE}),
    'fecha', (request_events.at at time zone 'America/Santiago')::date::text)
  from request_events
  where request_events.request_id = requests.id and request_events.kind = 'asked'
  order by request_events.id desc limit 1)`
