import { type CalendarDate, dateOrNull } from '@carpeta/domain/dates/dates'
import { parseUf } from '@carpeta/domain/money/money'
import { DUE_SOON_DAYS, MAX_OVERDUE_DAYS } from '@carpeta/domain/news/news-rules'
import type { FindingCode } from '@carpeta/domain/sales/doubtful-figures'
import type { Instalment } from '@carpeta/domain/sales/sale'
import type { Transaction } from '../db/client.ts'
import { readByCursor, type SQL, sql } from '../db/query.ts'
import { isVisibleSale } from '../sales/sales-store.ts'

/** The instalments of one sale that are due around today, paid or not. */
interface SaleInstalments {
  userId: number
  saleCode: string
  asOf: CalendarDate
  firstLoadedOn: CalendarDate | null
  doubtful: FindingCode[]
  instalments: Instalment[]
}

type StoredInstalments = Omit<SaleInstalments, 'instalments'> & {
  instalments: Record<string, unknown>[]
}

const inSantiago = (instant: string) =>
  sql.raw(`(${instant} at time zone 'America/Santiago')::date`)

/** The day of the load that brought a sale, or that of the first load. */
const firstLoadedOn = sql`coalesce(
  (select max(${inSantiago('applied_at')})
    from load_changes join loads on loads.id = load_id
    where sale_code = sales.code and kind = 'added' and state = 'applied' and not loads.is_sample),
  (select min(${inSantiago('applied_at')}) from loads
    where state = 'applied' and not is_sample))`

/**
 * Selects the instalments around `today` of the visible sales of real loads; which of them are owed is
 * left to the rule of the domain. Each sale asks the indexes for its own rows: right after a first load there are no statistics, and a join of all would
 * be planned for one sale.
 */
export function dueInstalments(today: CalendarDate): SQL {
  return sql`
    select users.id as user_id, sales.code as sale_code, ${inSantiago('sales.as_of')} as as_of,
      ${firstLoadedOn} as first_loaded_on, instalments,
      array(select code from sale_findings where sale_findings.sale_id = sales.id) as doubtful
    from sales
    join users on users.rut = sales.holder_rut and users.deleted_at is null
    cross join lateral (
      select jsonb_agg(jsonb_build_object(
        'due_on', due_on, 'amount', amount, 'balance', balance, 'state', state)) as instalments
      from instalments
      where sale_id = sales.id
        and due_on between ${today}::date - ${MAX_OVERDUE_DAYS}::integer
          and ${today}::date + ${DUE_SOON_DAYS}::integer
    ) as due
    where ${isVisibleSale} and not sales.is_sample and instalments is not null`
}

/** Some sales at a time. */
export async function* readDueInstalments(
  tx: Transaction,
  today: CalendarDate,
): AsyncGenerator<SaleInstalments[]> {
  const query = dueInstalments(today)
  for await (const rows of readByCursor<StoredInstalments>(tx, 'due_instalments', query)) {
    yield rows.map(({ instalments, ...sale }) => ({
      ...sale,
      instalments: instalments.map(({ due_on, amount, balance, state }) => ({
        dueOn: dateOrNull(due_on),
        amount: parseUf(amount),
        balance: parseUf(balance),
        state: String(state ?? ''),
      })),
    }))
  }
}
