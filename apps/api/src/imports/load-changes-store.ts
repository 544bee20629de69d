import { MAX_COMPARED_SALES } from '@carpeta/domain/imports/import-rules'
import type { Database, Transaction } from '../db/client.ts'
import { exec, type SQL, sql } from '../db/query.ts'
import { isDatedOtherwise, type LoadFacts } from '../sales/loading/merge-sales-store.ts'
import { saleBody } from '../sales/loading/sale-bodies-store.ts'
import { indexStagedSales, stagedView } from '../sales/loading/staged-sales-store.ts'
import { unchangedCodes, vanishing } from './staging/staging-store.ts'

/** Records which sales the staged load adds, changes and withdraws, or would. */
export async function recordChanges(
  tx: Transaction,
  loadId: number,
  { withdraw, isTried }: { withdraw: boolean; isTried: boolean },
): Promise<void> {
  const before = isTried ? sql`null` : sql`case when sales.id is not null then ${saleBody} end`
  if (isTried) await indexStagedSales(tx)
  // What was erased is not stored again.
  const after = isTried
    ? sql`case when holder_erased_at is null and co_holder_erased_at is null
        and row_number() over (order by staged_sale.ordinal) <= ${MAX_COMPARED_SALES}
        then ${stagedView} end`
    : sql`null`
  await exec(
    tx,
    sql`insert into load_changes (load_id, sale_code, kind, before, after)
      select ${loadId}, staged_sale.code,
        case when sales.id is null then 'added' else 'changed' end, ${before}, ${after}
      from staged_sale left join sales using (code)`,
  )
  if (!withdraw) return
  await exec(
    tx,
    sql`insert into load_changes (load_id, sale_code, kind)
      select ${loadId}, sales.code, 'withdrawn' from sales where ${vanishing}`,
  )
}

/** Records the dates that the load replaces in the sales that it repeats unchanged. */
export async function recordConfirmations(
  tx: Transaction,
  loadId: number,
  facts: LoadFacts,
): Promise<void> {
  await exec(
    tx,
    sql`insert into load_confirmations (load_id, as_of, is_sample, sale_ids)
      select ${loadId}, as_of, is_sample, array_agg(id)
      from sales where sales.code in (${unchangedCodes}) and ${isDatedOtherwise(facts)}
      group by as_of, is_sample`,
  )
}

/** Drops what an undo needs, of every load but the one that can be undone. */
export async function dropFormerVersions(tx: Transaction): Promise<void> {
  const isDropped = sql`load_id in (select id from loads where not is_restorable)`
  await exec(
    tx,
    sql`update load_changes set before = null where before is not null and ${isDropped}`,
  )
  await exec(tx, sql`delete from load_confirmations where ${isDropped}`)
}

/** Deletes which sales the loads from that many days ago changed, but of the load that can be undone. */
export function deleteOldChanges(db: Database, days: number): Promise<number> {
  return exec(
    db,
    sql`delete from load_changes using loads
      where loads.id = load_id and not is_restorable and state <> 'tried'
        and applied_at < now() - ${days} * interval '1 day'`,
  )
}

/** A query of `code` and `body`: the sales that a load changed, as they were. */
export function formerVersions(loadId: number): SQL {
  return sql`select sale_code as code, before as body from load_changes
    where load_id = ${loadId} and kind = 'changed'`
}

/** A condition on `sales`: the load changed them in this way. */
export function isChangedBy(loadId: number, kind: 'added' | 'withdrawn'): SQL {
  return sql`sales.code in (
    select sale_code from load_changes where load_id = ${loadId} and kind = ${kind})`
}

/** A query of `id`, `as_of` and `is_sample`: the sales that a load confirmed, as they were dated. */
export function formerDates(loadId: number): SQL {
  return sql`select unnest(sale_ids) as id, as_of, is_sample from load_confirmations
    where load_id = ${loadId}`
}
