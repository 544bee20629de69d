import type { CalendarDate } from '@carpeta/domain/dates/dates'
import type { SaleAccessKind } from '@carpeta/domain/sales/shared-sale'
import { type OwnHoliday, ownHolidaysAsJson } from '../calendar/calendar-store.ts'
import type { Database, Transaction } from '../db/client.ts'
import { many, type SQL, sql } from '../db/query.ts'
import { accountIdOf } from '../people/people-store.ts'
import { questionProcedureId } from '../procedures/procedures-store.ts'
import { ufOfDayAsJson, ufOfDaysAsJson } from '../uf/uf-store.ts'
import { readableSales } from './sale-accesses-store.ts'
import { isOwnSale } from './sales-store.ts'

interface StoredSale {
  id: number
  code: string
  /** JSON text of the sale (docs/decisions/sales.md). */
  view: string
  /** JSON text of `requerimientos`. */
  requests: string
  /** The procedure with which its holder asks about the sale, while that is possible. */
  questionProcedureId: number | null
  /** JSON text of `uf_del_dia`. */
  ufOfDay: string
  /** JSON text of `uf_de_los_pagos`. */
  ufOfPayments: string
  /** The cut-off, ISO 8601 in UTC. */
  asOf: string
  contentHash: string
  ownHolidays: OwnHoliday[]
  /** The member's role on somebody else's sale; null for the holder. */
  accessKind: SaleAccessKind | null
  /** The last day of that access; '' without one. */
  accessUntil: string
  /** The holder's account, when somebody else reads the sale. */
  holderId: number | null
}

/**
 * For a query on `sales`: the member's own requests of a sale as JSON text. The module of requests, which is above,
 * writes it.
 */
export type RequestsAsJson = (memberId: SQL) => SQL

/** The reader of the sales. */
export interface SaleReader {
  id: number
  /** Canonical. */
  rut: string
}

/**
 * A holder's sales, then those of others that the member reads (docs/decisions/sales.md), each ordered by
 * code, with the UF of `day` and of the days of payments, and the cooperative's holidays from `from` to
 * `day`. Hides withdrawn sales and those of an erased holder.
 */
export function findSales(
  db: Database | Transaction,
  member: SaleReader,
  from: CalendarDate,
  day: CalendarDate,
  requestsAsJson: RequestsAsJson | undefined,
): Promise<StoredSale[]> {
  const { rut } = member
  const requests = requestsAsJson?.(sql`${member.id}`) ?? sql`'[]'`
  return many<StoredSale>(
    db,
    sql`
    select sales.id, sales.code, sales.content_hash,
      to_char(sales.as_of at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as as_of,
      sale_views.json as view,
      case when listed.kind is null then ${requests} else '[]' end as requests,
      case when ${isOwnSale(sql`${rut}`, sql`false`)} then ${questionProcedureId} end
        as question_procedure_id,
      ${ownHolidaysAsJson(sql`${from}`, sql`${day}`)} as own_holidays, ${ufOfDayAsJson(sql`${day}`)} as uf_of_day,
      ${ufOfDaysAsJson(sql`select deposited_on from payments where sale_id = sales.id`)} as uf_of_payments,
      listed.kind as access_kind, coalesce(listed.last_day::text, '') as access_until,
      case when listed.kind is not null then ${accountIdOf(sql`sales.holder_rut`)} end
        as holder_id
    from (
        select own.id as sale_id, null as kind, null::date as last_day from sales own
        where own.holder_rut = ${rut} and own.withdrawn_at is null
          and own.holder_erased_at is null
        union all ${readableSales(sql`${rut}`)}
      ) as listed
      join sales on sales.id = listed.sale_id
      join sale_views on sale_views.sale_id = sales.id
    order by listed.kind is not null, sales.code`,
  )
}
