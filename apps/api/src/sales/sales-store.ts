import type { CalendarDate } from '@carpeta/domain/dates/dates'
import { type OwnHoliday, ownHolidaysAsJson } from '../calendar/calendar-store.ts'
import type { Database } from '../db/client.ts'
import { many, sql } from '../db/query.ts'
import { requestsAsJson } from '../requests/sale-requests-store.ts'
import { ufOfDayAsJson } from '../uf/uf-store.ts'

interface StoredSale {
  id: number
  code: string
  /** JSON text of the sale (docs/decisions/0004). */
  view: string
  /** JSON text of `requerimientos`. */
  requests: string
  /** JSON text of `uf_del_dia`. */
  ufOfToday: string
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

/**
 * A holder's sales, ordered by code, with the UF of today and the cooperative's holidays from `from`
 * to today. Hides withdrawn sales and those of an erased holder.
 */
export function findSales(
  db: Database,
  member: Member,
  from: CalendarDate,
  today: CalendarDate,
): Promise<StoredSale[]> {
  return many<StoredSale>(
    db,
    sql`select sales.id, sales.code, sales.content_hash,
        to_char(sales.as_of at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as as_of,
        sale_views.json as view, ${requestsAsJson(member.id)} as requests,
        ${ownHolidaysAsJson(from, today)} as own_holidays, ${ufOfDayAsJson(today)} as uf_of_today
      from sales join sale_views on sale_views.sale_id = sales.id
      where sales.holder_rut = ${member.rut} and sales.withdrawn_at is null
        and sales.holder_erased_at is null
      order by sales.code`,
    // Planning takes longer than running: a prepared statement keeps its plan.
    { name: 'find-sales' },
  )
}
