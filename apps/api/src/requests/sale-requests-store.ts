import {
  isClosed,
  type RequestState,
  requestStateLabels,
  requestStates,
} from '@carpeta/domain/requests/request-states'
import type { Database, Transaction } from '../db/client.ts'
import { one, type SQL, sql } from '../db/query.ts'

const listed = (states: readonly RequestState[]) =>
  sql.raw(states.map((state) => `'${state}'`).join(', '))

const isAnswered = sql`requests.state in (${listed(requestStates.filter(isClosed))})`

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
      'respuesta', case when ${isAnswered} then requests.answer else '' end,
      'fecha_cierre', coalesce(case when ${isAnswered} then
        (requests.closed_at at time zone 'America/Santiago')::date::text end, ''),
      'estado', ${stateLabel}) order by requests.sent_at desc, requests.id desc), '[]')
    from requests
    where requests.sale_id = sales.id and requests.user_id = ${memberId}
      and requests.state <> 'draft')::text`
}

/** A condition on `sales`: a request is for it. */
export const isSaleRequested = sql`exists (
  select from requests where requests.sale_id = sales.id)`

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
