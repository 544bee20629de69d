import { isClosed, type RequestState } from '@carpeta/domain/requests/request-states'
import type { Database } from '../../db/client.ts'
import { many, one, type SQL, sql } from '../../db/query.ts'
import { fullName, isMemberLike } from '../../users/people-store.ts'
import { isClosedSql, isOpenSql, newestClosedFirst, stateOrder } from '../requests-tables.ts'
import { foundBy, type RequestSearch, someFoundBy } from './queue/request-search-store.ts'

/** The filters of the workbench; null filters nothing. */
export interface RequestFilter {
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

export interface WorkbenchRow {
  id: number
  state: RequestState
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
}

const wireInstant = (column: SQL) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

/** Notes and assignments do not answer a reply. */
const hasReply = sql`(requests.state = 'in_review' and coalesce((
  select kind from request_events
  where request_id = requests.id and kind not in ('note', 'assigned')
  order by id desc limit 1) = 'replied', false))`

const rows = sql`select requests.id, requests.state, requests.procedure_title, sales.project,
    sales.code as sale_code, requests.user_id as member_id,
    ${fullName(sql`member`)} as member_name, member.rut as member_rut,
    assignee.id as assignee_id, ${fullName(sql`assignee`)} as assignee_name,
    ${wireInstant(sql`requests.sent_at`)} as sent_at,
    ${wireInstant(sql`requests.due_at`)} as due_at,
    coalesce(requests.due_at < now(), false) as is_overdue, ${hasReply} as has_reply,
    ${wireInstant(sql`requests.closed_at`)} as closed_at, requests.version
  from requests
  join sales on sales.id = requests.sale_id
  join users member on member.id = requests.user_id
  left join users assignee on assignee.id = requests.assignee_id`

/** A page of requests without drafts, which only their members see. */
export function listWorkbench(
  db: Database,
  filter: RequestFilter,
  states: readonly RequestState[] | null,
  page: { orderBy: RequestOrder; descending: boolean; offset: number; limit: number },
): Promise<WorkbenchRow[]> {
  return many<WorkbenchRow>(
    db,
    sql`${rows}
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

/** A member's last requests, newest first. */
export function listRequestsOf(
  db: Database,
  userId: number,
  limit: number,
): Promise<WorkbenchRow[]> {
  return many<WorkbenchRow>(
    db,
    sql`${rows} where requests.user_id = ${userId} and requests.state <> 'draft'
      order by requests.id desc limit ${limit}`,
  )
}

/** Of more matches only these are ordered. */
const MAX_CANDIDATES = 100

/** Of all requests, open ones first. */
export function findRequestsBy(
  db: Database,
  search: RequestSearch,
  limit: number,
): Promise<WorkbenchRow[]> {
  return many<WorkbenchRow>(
    db,
    sql`${rows} where requests.state <> 'draft' and requests.id in (${someFoundBy(search, MAX_CANDIDATES)})
      order by requests.id is distinct from ${search.id}::integer, ${isClosedSql}, requests.id desc
      limit ${limit}`,
  )
}

/** In the order of the ids. */
export function listRowsOf(db: Database, ids: number[]): Promise<WorkbenchRow[]> {
  return many<WorkbenchRow>(
    db,
    sql`${rows} where requests.id = any(${ids}) order by array_position(${ids}::integer[], requests.id)`,
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

/** Open requests, by what they await: the queue shows as many under the same filters. */
export function countOpenRequests(
  db: Database,
  userId: number,
): Promise<{ sent: number; overdue: number; mine: number; unassigned: number }> {
  return one(
    db,
    sql`select count(*) filter (where state = 'sent') as sent,
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
    filter.search === null ? null : sql`requests.id in (${foundBy(filter.search)})`,
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
