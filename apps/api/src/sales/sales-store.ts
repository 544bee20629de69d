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

interface StoredSale {
  id: number
  code: string
  /** JSON text of the sale (docs/decisions/0004). */
  view: string
  /** JSON text of `requerimientos`. */
  requests: string
  /** The cut-off, ISO 8601 in UTC. */
  asOf: string
  contentHash: string
  ownHolidays: OwnHoliday[]
}

/** The owner of the sales. */
interface Member {
  id: number
  /** Canonical. */
  rut: string
}

const listed = (states: readonly RequestState[]) =>
  sql.raw(states.map((state) => `'${state}'`).join(', '))

const isAnswered = sql`requests.state in (${listed(requestStates.filter(isClosed))})`

const stateLabel = sql`case requests.state ${sql.raw(
  requestStates.map((state) => `when '${state}' then '${requestStateLabels[state]}'`).join(' '),
)} end`

/** The member's requests of a sale in wire format, newest first, without drafts. */
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
 * A holder's sales, ordered by code, with the cooperative's holidays from `from` to `to`. Hides
 * withdrawn sales and those of an erased holder.
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
    // Planning takes longer than running: a prepared statement keeps its plan.
    { name: 'find-sales' },
  )
}
