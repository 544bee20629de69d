import { type CalendarDate, dateOrNull } from '@carpeta/domain/dates/dates'
import { parseUf } from '@carpeta/domain/money/money'
import { DUE_SOON_DAYS, MAX_OVERDUE_DAYS } from '@carpeta/domain/news/news-rules'
import type { FindingCode } from '@carpeta/domain/sales/findings/finding-codes'
import type { Instalment } from '@carpeta/domain/sales/sale'
import type { Transaction } from '../../db/client.ts'
import { many, sql } from '../../db/query.ts'
import { isVisibleSale } from '../../sales/own-projects-store.ts'

/** The unpaid instalments of one sale that are due around today. */
export interface SaleInstalments {
  userId: number
  saleCode: string
  asOf: CalendarDate
  firstLoadedOn: CalendarDate | null
  doubtful: FindingCode[]
  instalments: Pick<Instalment, 'dueOn' | 'amount' | 'balance'>[]
}

const inSantiago = (instant: string) =>
  sql.raw(`(${instant} at time zone 'America/Santiago')::date`)

/** Which loads are the first real ones, of a sale and of all. */
const firstLoads = sql`
  added as (
    select sale_code, max(${inSantiago('applied_at')}) as on_day
    from load_changes join loads on loads.id = load_id
    where kind = 'added' and state = 'applied' and not is_sample
    group by sale_code
  ), first_load as (
    select min(${inSantiago('applied_at')}) as on_day
    from loads where state = 'applied' and not is_sample
  )`

/** Of the visible sales of real loads. */
export async function listDueInstalments(
  tx: Transaction,
  today: CalendarDate,
): Promise<SaleInstalments[]> {
  const rows = await many<
    Omit<SaleInstalments, 'instalments'> & { instalments: Record<string, unknown>[] }
  >(
    tx,
    sql`with due as (
        select sale_id, jsonb_agg(jsonb_build_object(
          'due_on', due_on, 'amount', amount, 'balance', balance)) as instalments
        from instalments
        where due_on between ${today}::date - ${MAX_OVERDUE_DAYS}::integer
            and ${today}::date + ${DUE_SOON_DAYS}::integer
          and coalesce(balance, amount) > 0
        group by sale_id
      ), ${firstLoads}
      select users.id as user_id, sales.code as sale_code, ${inSantiago('sales.as_of')} as as_of,
        coalesce(added.on_day, first_load.on_day) as first_loaded_on, instalments,
        array(select code from sale_findings where sale_findings.sale_id = sales.id) as doubtful
      from due
      join sales on sales.id = due.sale_id
      join users on users.rut = sales.holder_rut and users.deleted_at is null
      left join added on added.sale_code = sales.code
      cross join first_load
      where ${isVisibleSale} and not sales.is_sample`,
  )
  return rows.map(({ instalments, ...sale }) => ({
    ...sale,
    instalments: instalments.map(({ due_on, amount, balance }) => ({
      dueOn: dateOrNull(due_on),
      amount: parseUf(amount),
      balance: parseUf(balance),
    })),
  }))
}
