import type { CalendarDate } from '@carpeta/domain/dates/dates'
import {
  isClosed,
  type RequestState,
  requestStateLabels,
  requestStates,
} from '@carpeta/domain/requests/request-states'
import { type OwnHoliday, ownHolidaysAsJson } from '../calendar/calendar-store.ts'
import type { Database } from '../db/client.ts'
import { many, type SQL, sql } from '../db/query.ts'

export interface StoredSale {
  id: number
  code: string
  /** JSON text of the sale as accounting has it (docs/decisions/0004). */
  view: string
  /** JSON text of `requerimientos`. */
  requests: string
  /** The cut-off, ISO 8601 in UTC. */
  asOf: string
  contentHash: string
  ownHolidays: OwnHoliday[]
}

/** Whose sales are read. */
export interface Member {
  id: number
  /** The holder's, canonical. */
  rut: string
}

const listed = (states: readonly RequestState[]) =>
  sql.raw(states.map((state) => `'${state}'`).join(', '))

const isAnswered = sql`requests.state in (${listed(requestStates.filter(isClosed))})`

const stateLabel = sql`case requests.state ${sql.raw(
  requestStates.map((state) => `when '${state}' then '${requestStateLabels[state]}'`).join(' '),
)} end`

/** The member's own of a sale, newest first and never a draft, in the words of the wire. */
const requerimientos = (memberId: number): SQL => sql`(
  select coalesce(json_agg(json_build_object(
    'key', requests.id,
    'tramite_titulo', requests.procedure_title,
    'fecha', (requests.sent_at at time zone 'America/Santiago')::date::text,
    'respuesta', case when ${isAnswered} then requests.answer else '' end,
    'fecha_cierre', coalesce(case when ${isAnswered} then
      (requests.closed_at at time zone 'America/Santiago')::date::text end, ''),
    'estado', ${stateLabel}) order by requests.sent_at desc, requests.id desc), '[]')
  from requests
  where requests.sale_id = sales.id and requests.user_id = ${memberId}
    and requests.state <> 'draft')::text`

/**
 * The sales of this holder and of nobody else, by their code, with what the cooperative says of
 * the days from `from` to `to`: all in one round trip. A sale that was withdrawn,
 * or whose holder was erased, is not shown.
 */
export function findSales(
  db: Database,
  member: Member,
  from: CalendarDate,
  to: CalendarDate,
): Promise<StoredSale[]> {
  return many<StoredSale>(
    db,
    sql`select sales.id, sales.code, sales.content_hash,
        to_char(sales.as_of at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as as_of,
        sale_views.json as view, ${requerimientos(member.id)} as requests,
        ${ownHolidaysAsJson(from, to)} as own_holidays
      from sales join sale_views on sale_views.sale_id = sales.id
      where sales.holder_rut = ${member.rut} and sales.withdrawn_at is null
        and sales.holder_erased_at is null
      order by sales.code`,
    // Planning it would take longer than running it: PostgreSQL keeps the plan.
    { name: 'find-sales' },
  )
}
