import type { SavedFilter } from '@carpeta/contract/staff-requests'
import type { CalendarDate } from '@carpeta/domain/dates/dates'
import { MAX_EXCERPT } from '@carpeta/domain/requests/queue-rules'
import { isClosed, type RequestState } from '@carpeta/domain/requests/request-states'
import type { Database, Transaction } from '../db/client.ts'
import { exec, many, one, type SQL, sql } from '../db/query.ts'
import { isPartSearchable } from '../http/paging.ts'
import { fullName, isMemberLike, membersLike } from '../people/people-store.ts'
import { isOthersSale } from '../sales/sale-accesses-store.ts'
import { isClosedSql, isOpenSql, newestClosedFirst, stateOrder } from './requests-tables.ts'

/**
 * Staff who answer. Of requests that this user may not handle, own ones and those about an own purchase, the queue tells
 * neither the text nor the assignee, and no search finds them by a text.
 */
export interface Handler {
  id: number
  user: { profile: { social_security: string } }
}

export function isHandledBy({ id, user }: Handler): SQL {
  const isOwn = sql`not ${isOthersSale(sql`sale_id`, user.profile.social_security)}`
  // A request is also theirs when one about their own purchase was merged into it.
  return sql`(requests.user_id <> ${id} and requests.id <> all(array(
    with recursive own as (
      select id, merged_into from requests where ${isOwn}
      union select merging.id, merging.merged_into from own, lateral (
        select id, merged_into from requests where requests.id = own.merged_into limit 1) merging
    ) select id from own)))`
}

/** The filters of the queue; null filters nothing. */
export interface RequestFilter {
  handler: Handler
  search: RequestSearch | null
  procedureId: number | null
  project: string | null
  /** Part of a member's name. */
  memberName: string | null
  /** Part of a RUT, without dots and hyphen. */
  memberRut: string | null
  assigneeId: number | null
  isUnassigned: boolean
  isOverdue: boolean
  hasReply: boolean
}

/** A search finds requests by any of these. */
export interface RequestSearch {
  /** Part of a name, or of a text of the request. */
  text: string
  /** The number of a request. */
  id: number | null
  /** Part of a RUT, without dots and hyphen. */
  rut: string | null
}

export const requestOrders = [
  'queue',
  'id',
  'sent_at',
  'due_at',
  'state',
  'procedure_title',
  'member',
] as const

type RequestOrder = (typeof requestOrders)[number]

export interface QueueRow {
  id: number
  state: RequestState
  mergedInto: number | null
  procedureTitle: string
  project: string
  saleCode: string
  memberId: number
  memberName: string
  memberRut: string | null
  assigneeId: number | null
  assigneeName: string | null
  sentAt: string
  dueAt: string | null
  isOverdue: boolean
  /** The member replied, and staff have not acted since. */
  hasReply: boolean
  closedAt: string | null
  version: number
  excerpt: string
}

const wireInstant = (column: SQL) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

/** What staff write for themselves does not answer a reply. */
const hasReply = sql`(requests.state = 'in_review' and coalesce((
  select kind from request_events
  where request_id = requests.id and kind not in ('note', 'assigned', 'absorbed')
  order by id desc limit 1) in ('replied', 'commented', 'responded'), false))`

const rowsFor = (
  handler: Handler,
) => sql`select requests.id, requests.state, requests.merged_into, requests.procedure_title, sales.project,
    sales.code as sale_code, requests.user_id as member_id,
    ${fullName(sql`member`)} as member_name, member.rut as member_rut,
    assignee.id as assignee_id, ${fullName(sql`assignee`)} as assignee_name,
    ${wireInstant(sql`requests.sent_at`)} as sent_at,
    ${wireInstant(sql`requests.due_at`)} as due_at,
    coalesce(requests.due_at < now(), false) as is_overdue, ${hasReply} as has_reply,
    ${wireInstant(sql`requests.closed_at`)} as closed_at, requests.version,
    case when ${isHandledBy(handler)} then left(btrim(regexp_replace(
      left(requests.comment, ${4 * MAX_EXCERPT}), '\\s+', ' ', 'g')), ${MAX_EXCERPT}) else '' end as excerpt
  from requests
  join sales on sales.id = requests.sale_id
  join users member on member.id = requests.user_id
  left join users assignee on assignee.id = requests.assignee_id and ${isHandledBy(handler)}`

/** A page of requests without drafts, which only their members see. */
export function listQueue(
  db: Database,
  filter: RequestFilter,
  states: readonly RequestState[] | null,
  page: { orderBy: RequestOrder; descending: boolean; offset: number; limit: number },
): Promise<QueueRow[]> {
  return many<QueueRow>(
    db,
    sql`${rowsFor(filter.handler)}
      where ${matching(filter)} and ${inStates(states)}
      order by ${ordering(page)}
      offset ${page.offset} limit ${page.limit}`,
  )
}

/** The ids of all that the filters match, in the order of the queue. */
export async function listMatchingIds(
  db: Database,
  filter: RequestFilter,
  states: readonly RequestState[] | null,
): Promise<number[]> {
  const found = await many<{ id: number }>(
    db,
    sql`select requests.id from requests where ${matching(filter)} and ${inStates(states)}
      order by ${ordering({ orderBy: 'queue', descending: false })}`,
  )
  return found.map(({ id }) => id)
}

/** A member's requests, open ones first, then the newest. */
export function listRequestsOf(
  db: Database,
  handler: Handler,
  { userId, limit }: { userId: number; limit: number },
): Promise<QueueRow[]> {
  return many<QueueRow>(
    db,
    sql`${rowsFor(handler)} where requests.user_id = ${userId} and requests.state <> 'draft'
      order by ${isClosedSql}, requests.id desc limit ${limit}`,
  )
}

/** Only so many matches are ordered. */
const MAX_CANDIDATES = 100

/** Requests of any state, open ones first. */
export function findRequestsBy(
  db: Database,
  handler: Handler,
  { search, limit }: { search: RequestSearch; limit: number },
): Promise<QueueRow[]> {
  return many<QueueRow>(
    db,
    sql`${rowsFor(handler)} where requests.state <> 'draft' and requests.id in (${someFoundBy(search, handler)})
      order by requests.id is distinct from ${search.id}::integer, ${isClosedSql}, requests.id desc
      limit ${limit}`,
  )
}

/** In the order of the ids. */
export function listRowsOf(db: Database, handler: Handler, ids: number[]): Promise<QueueRow[]> {
  return many<QueueRow>(
    db,
    sql`${rowsFor(handler)} where requests.id = any(${ids}) order by array_position(${ids}::integer[], requests.id)`,
  )
}

/** The number of requests in each state; states without requests are left out. */
export async function countByState(
  db: Database,
  filter: RequestFilter,
): Promise<Map<RequestState, number>> {
  const counts = await many<{ state: RequestState; count: number }>(
    db,
    sql`select requests.state, count(*) from requests where ${matching(filter)}
      group by requests.state`,
  )
  return new Map(counts.map(({ state, count }) => [state, count]))
}

/** How many procedures these requests are of. */
export async function countProcedures(db: Database, ids: number[]): Promise<number> {
  const { total } = await one<{ total: number }>(
    db,
    sql`select count(distinct procedure_id) as total from requests where id = any(${ids})`,
  )
  return total
}

interface FlagCounts {
  mine: number
  unassigned: number
  overdue: number
  replied: number
}

const NO_FLAGS = { assigneeId: null, isUnassigned: false, isOverdue: false, hasReply: false }

export const withoutFlags = (filter: RequestFilter): RequestFilter => ({ ...filter, ...NO_FLAGS })

/** How many open requests each flag alone leaves, with the filters that are no flag. */
export function countByFlag(db: Database, filter: RequestFilter): Promise<FlagCounts> {
  return one<FlagCounts>(
    db,
    sql`select count(*) filter (where requests.assignee_id = ${filter.handler.id}) as mine,
        count(*) filter (where requests.assignee_id is null) as unassigned,
        count(*) filter (where requests.due_at < now()) as overdue,
        count(*) filter (where ${hasReply}) as replied
      from requests where ${matching(withoutFlags(filter))} and ${isOpen}`,
  )
}

/** Open requests under each filter; the queue shows as many. */
export function countOpenRequests(
  db: Database,
  userId: number,
): Promise<{ open: number; overdue: number; mine: number; unassigned: number }> {
  return one(
    db,
    sql`select count(*) as open,
        count(*) filter (where due_at < now()) as overdue,
        count(*) filter (where assignee_id = ${userId}) as mine,
        count(*) filter (where assignee_id is null) as unassigned
      from requests where ${isOpenSql}`,
  )
}

/** Procedures to filter the queue by: those that are offered, and those with sent requests. */
export function listRequestedProcedures(db: Database): Promise<{ id: number; title: string }[]> {
  return many(
    db,
    sql`select id, title from procedures
      where (is_active and deleted_at is null) or exists (
        select from requests where procedure_id = procedures.id and state <> 'draft')
      order by spanish_order(title) collate "C", id`,
  )
}

function matching(filter: RequestFilter): SQL {
  const { procedureId, project, memberName, memberRut, assigneeId } = filter
  return sql.and(
    sql`requests.state <> 'draft'`,
    procedureId === null ? null : sql`requests.procedure_id = ${procedureId}`,
    assigneeId === null ? null : sql`requests.assignee_id = ${assigneeId}`,
    filter.isUnassigned ? sql`requests.assignee_id is null` : null,
    filter.isOverdue ? sql`requests.due_at < now()` : null,
    filter.hasReply ? hasReply : null,
    filter.search === null ? null : sql`requests.id in (${foundBy(filter.search, filter.handler)})`,
    project === null
      ? null
      : sql`requests.sale_id in (
          select id from sales where fold_text(project) like contains_pattern(${project}))`,
    memberName === null
      ? null
      : isMemberLike(sql`requests.user_id`, { name: memberName, rut: memberRut }),
  )
}

function inStates(states: readonly RequestState[] | null): SQL {
  if (states === null) return sql`true`
  // Lets the index of the queue begin at the closed ones, and end before them.
  const half = states.every(isClosed) ? isClosedSql : states.some(isClosed) ? null : isOpen
  return sql.and(sql`requests.state = any(${states})`, half)
}

const isOpen = sql`not ${isClosedSql}`

/** The queue starts with the most overdue request and ends with the closed ones, newest first. */
function ordering({ orderBy, descending }: { orderBy: RequestOrder; descending: boolean }): SQL {
  const direction = descending ? sql`desc` : sql`asc`
  if (orderBy === 'queue') {
    return sql`${isClosedSql} ${direction}, requests.due_at ${direction},
      ${newestClosedFirst} ${direction}`
  }
  return sql`${orders[orderBy]} ${direction}, requests.id ${direction}`
}

const orders: Record<Exclude<RequestOrder, 'queue'>, SQL> = {
  id: sql`requests.id`,
  sent_at: sql`requests.sent_at`,
  due_at: sql`requests.due_at`,
  state: stateOrder,
  procedure_title: sql`spanish_order(requests.procedure_title) collate "C"`,
  member: sql`spanish_order(member.first_name || ' ' || member.last_name) collate "C"`,
}

const MIN_TEXT_PART = 3

/** Each part has an index of its own, which an `or` could not use. Notes are not searched. */
function foundBy({ text, id, rut }: RequestSearch, handler: Handler): SQL {
  const members = sql`select id from requests where user_id in (
    select id from users where folded_name like contains_pattern(${text})
      or folded_rut like contains_pattern(${rut}))`
  const texts = text.length < MIN_TEXT_PART ? [] : withText(text, handler)
  return sql.join([sql`select ${id}::integer`, members, ...texts], sql` union `)
}

/** Some matches of each part, for a search that shows a few. A short text finds names by their beginning. */
function someFoundBy({ text, id, rut }: RequestSearch, handler: Handler): SQL {
  const members = membersLike({ text, rut }).map(
    (member) => sql`select id from requests
      where state <> 'draft' and user_id in (select id from users where ${member} limit ${MAX_CANDIDATES})`,
  )
  const texts = isPartSearchable(text) ? withText(text, handler) : []
  const parts = [...members, ...texts].map((part) => sql`(${part} limit ${MAX_CANDIDATES})`)
  return sql.join([sql`select ${id}::integer`, ...parts], sql` union `)
}

function withText(text: string, handler: Handler): SQL[] {
  return [
    sql`select id from requests
      where state <> 'draft' and ${requestTexts} like contains_pattern(${text})
        and ${isHandledBy(handler)}`,
    sql`select request_id from request_events join requests on requests.id = request_id
      where kind <> 'note' and kind <> 'absorbed' and fold_text(text) like contains_pattern(${text})
        and ${isHandledBy(handler)}`,
  ]
}

/** As in the index `requests_texts`, which a migration creates if pg_trgm is installed. */
const requestTexts = sql`fold_text(procedure_title || ' ' || comment || ' ' || answer)`

interface OpenRequestsOfAge {
  /** The index of the band. */
  band: number
  requests: number
  overdue: number
  /** Staff wait for the member, and no legal deadline has passed: such a request counts once, as overdue. */
  waiting: number
}

/** Open requests by the day they were sent on. @param starts the first day of each band, newest first */
export function countOpenByAge(db: Database, starts: CalendarDate[]): Promise<OpenRequestsOfAge[]> {
  return many<OpenRequestsOfAge>(
    db,
    sql`select (select count(*) from unnest(${starts}::date[]) as start where sent_on < start) as band,
        count(*) as requests, count(*) filter (where due_at < now()) as overdue,
        count(*) filter (where state = 'missing' and (due_at is null or due_at >= now())) as waiting
      from (
        select (sent_at at time zone 'America/Santiago')::date as sent_on, due_at, state
        from requests where ${isOpenSql}) open_requests
      group by band`,
  )
}

export function listSavedFilters(db: Database, userId: number): Promise<SavedFilter[]> {
  return many<SavedFilter>(
    db,
    sql`select id, name, filters from saved_filters where user_id = ${userId}
      order by spanish_order(name) collate "C", id`,
  )
}

/** How many the user has under other names. */
export async function countOtherFilters(
  tx: Transaction,
  { userId, name }: { userId: number; name: string },
): Promise<number> {
  const { total } = await one<{ total: number }>(
    tx,
    sql`select count(*) as total from saved_filters
      where user_id = ${userId} and fold_text(name) <> fold_text(${name})`,
  )
  return total
}

export function upsertFilter(
  tx: Transaction,
  { userId, name, filters }: Omit<SavedFilter, 'id'> & { userId: number },
): Promise<SavedFilter> {
  return one<SavedFilter>(
    tx,
    sql`insert into saved_filters (user_id, name, filters)
      values (${userId}, ${name}, ${JSON.stringify(filters)}::jsonb)
      on conflict (user_id, fold_text(name))
        do update set name = excluded.name, filters = excluded.filters
      returning id, name, filters`,
  )
}

/** @returns whether the user had it */
export async function deleteFilter(
  tx: Transaction,
  { userId, id }: { userId: number; id: number },
): Promise<boolean> {
  const deleted = await exec(
    tx,
    sql`delete from saved_filters where user_id = ${userId} and id = ${id}`,
  )
  return deleted > 0
}
