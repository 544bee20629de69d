import type { Transaction } from '../db/client.ts'
import { many, type SQL, sql } from '../db/query.ts'

/** What a load changes in a sale and no day does in many: a column that moved by a row, a wrong unit, a cut list. */
export type UnusualKind = 'holder' | 'price' | 'plan' | 'paid' | 'payments'

export interface UnusualChange {
  kind: UnusualKind
  sales: number
  /** The code of one of them. */
  example: string
}

/** A member pays this many instalments of a sale from one load to the next at most, as a rule. */
const MAX_PAID_AT_ONCE = 3

/** The unusual changes of sales that members see now, those of most sales first. */
export function findUnusualChanges(tx: Transaction): Promise<UnusualChange[]> {
  const changing = sql`staged_sale join sales using (code)`
  const isShown = sql`not sales.is_sample and sales.withdrawn_at is null`
  return many<UnusualChange>(
    tx,
    sql`with plans as (${rowsOfBoth('instalments', sql`amount, balance`)}),
      paid as (${rowsOfBoth('payments', sql`amount`)}),
      unusual as (
        select 'holder' as kind, code::text from ${changing}
        where ${isShown} and sales.holder_rut <> staged_sale.holder_rut
        union all
        select 'price', code::text from ${changing}
        where ${isShown} and sales.price is distinct from staged_sale.price and sales.price is not null
        union all
        select 'plan', max(code) from plans group by ordinal
        having ${isOtherSize(sql`sum(amount)`)}
        union all
        select 'paid', max(code) from plans group by ordinal
        having count(*) filter (where is_stored and balance > 0)
          - count(*) filter (where not is_stored and balance > 0) > ${MAX_PAID_AT_ONCE}
        union all
        select 'payments', max(code) from paid group by ordinal
        having count(*) filter (where is_stored) > count(*) filter (where not is_stored)
          or ${isOtherSize(sql`sum(amount)`)})
      select kind, count(*) as sales, min(code) as example from unusual
      where code is not null group by kind order by 2 desc, 1`,
  )
}

/** Less than half of what it was, or more than twice as much; without any amount it is an emptied figure. */
function isOtherSize(sum: SQL): SQL {
  const before = sql`${sum} filter (where is_stored)`
  const after = sql`${sum} filter (where not is_stored)`
  return sql`(${before} > 0 and (${after} * 2 < ${before} or ${after} > ${before} * 2))`
}

/** The stored and the staged rows, so that one aggregate compares them: the staged tables have no statistics. */
function rowsOfBoth(section: 'instalments' | 'payments', columns: SQL): SQL {
  return sql`
    select staged_sale.ordinal, staged_sale.code::text as code, true as is_stored, ${columns}
    from staged_sale join sales using (code)
      join ${sql.identifier(section)} as item on item.sale_id = sales.id
    where not sales.is_sample and sales.withdrawn_at is null
    union all
    select ordinal, null, false, ${columns} from ${sql.identifier(`staged_${section}`)}`
}
