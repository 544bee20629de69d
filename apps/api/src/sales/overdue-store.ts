import type { CalendarDate } from '@carpeta/domain/dates/dates'
import type { SaleInstalment } from '@carpeta/domain/reports/overdue'
import type { Database } from '../db/client.ts'
import { many, sql } from '../db/query.ts'
import { accountIdOf } from '../people/people-store.ts'
import { homeOf } from './sale-bodies-store.ts'
import { isVisibleSale } from './sales-store.ts'

/** The instalments of open sales that may be overdue on this day: the domain decides which are. */
export function listInstalmentsBefore(db: Database, day: CalendarDate): Promise<SaleInstalment[]> {
  return many<SaleInstalment>(
    db,
    sql`select code, due_on, amount::text, balance::text, state
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
