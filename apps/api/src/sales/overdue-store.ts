import type { CalendarDate } from '@carpeta/domain/dates/dates'
import type { SaleInstalment } from '@carpeta/domain/reports/overdue'
import type { Database, Queryable } from '../db/client.ts'
import { many, sql } from '../db/query.ts'
import { accountIdOf } from '../people/people-store.ts'
import { homeOf } from './sale-bodies-store.ts'
import { isVisibleSale } from './sales-store.ts'

/** The instalments of open sales that may be overdue on this day: the domain decides which are. */
export function listInstalmentsBefore(
  db: Database,
  day: CalendarDate,
): Promise<(SaleInstalment & { saleId: number })[]> {
  return many(
    db,
    sql`select sale_id, code, due_on, amount::text, balance::text, state
      from instalments join sales on sales.id = sale_id
      where ${isVisibleSale} and completed_on is null
        and (due_on < ${day} or due_on is null) and (balance is null or balance > 0)`,
  )
}

export interface OwingHolder {
  code: string
  userId: number | null
  holder: string
  holderRut: string
  home: string
  phone: string
  email: string
}

/** Whom to call about these sales. */
export function listOwingHolders(db: Database, codes: string[]): Promise<OwingHolder[]> {
  return many<OwingHolder>(
    db,
    sql`select code, ${accountIdOf(sql`sales.holder_rut`)} as user_id,
        coalesce(full_name, '') as holder, holder_rut, ${homeOf(sql`sales.code`)} as home,
        coalesce(phone, '') as phone, coalesce(email, '') as email
      from sales left join sale_holders on sale_id = sales.id and role = 'holder'
      where code = any(${codes})`,
  )
}

export interface PostalAddress {
  holderRut: string
  address: string
  commune: string
  city: string
}

/** Where these holders live, as accounting says of their newest sale. */
export function listPostalAddresses(db: Queryable, ruts: string[]): Promise<PostalAddress[]> {
  return many<PostalAddress>(
    db,
    sql`select distinct on (holder_rut) holder_rut, coalesce(address, '') as address,
        coalesce(commune, '') as commune, coalesce(city, '') as city
      from sales join sale_holders on sale_id = sales.id and role = 'holder'
      where holder_rut = any(${ruts}) and ${isVisibleSale}
      order by holder_rut, sales.id desc`,
  )
}
