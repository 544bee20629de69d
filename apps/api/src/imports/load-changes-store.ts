import {
  type ChangeKind,
  type LoadState,
  MAX_COMPARED_SALES,
} from '@carpeta/domain/imports/import-rules'
import type { LeftBehind } from '@carpeta/domain/imports/load-consequences'
import type { Database, Transaction } from '../db/client.ts'
import { exec, maybeOne, type SQL, sql } from '../db/query.ts'
import { hasErasedBuyer } from '../sales/erased-buyers-store.ts'
import { saleBody } from '../sales/sale-bodies-store.ts'
import {
  indexStagedSales,
  isDatedOtherwise,
  type LoadFacts,
  stagedView,
} from '../sales/staged-sales-store.ts'
import type { StoredBody } from './checked-sale.ts'
import { leftBehind } from './holder-changes-store.ts'
import { unchangedCodes, unreadableEmails, vanishing } from './staging-store.ts'

/** Records which sales the staged load adds, changes and withdraws, or would. */
export async function recordChanges(
  tx: Transaction,
  loadId: number,
  { withdraw, isTried }: { withdraw: boolean; isTried: boolean },
): Promise<void> {
  const before = isTried ? sql`null` : sql`case when sales.id is not null then ${saleBody} end`
  if (isTried) await indexStagedSales(tx)
  // Erased data is not stored again.
  const after = isTried
    ? sql`case when not ${hasErasedBuyer}
        and row_number() over (order by staged_sale.ordinal) <= ${MAX_COMPARED_SALES}
        then ${stagedView} end`
    : sql`null`
  await exec(
    tx,
    sql`insert into load_changes (load_id, sale_code, kind, before, after, left_behind)
      select ${loadId}, staged_sale.code,
        case when sales.id is null then 'added' else 'changed' end, ${before}, ${after},
        case when sales.holder_rut <> staged_sale.holder_rut
          then ${leftBehind(sql`staged_sale.holder_rut`)} end
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

/** Drops the former versions of every load that can no longer be undone. */
export async function dropFormerVersions(tx: Transaction): Promise<void> {
  const isDropped = sql`load_id in (select id from loads where not is_restorable)`
  await exec(
    tx,
    sql`update load_changes set before = null where before is not null and ${isDropped}`,
  )
  await exec(tx, sql`delete from load_confirmations where ${isDropped}`)
}

/** Deletes the changes of loads from that many days ago, unless the load can be undone. */
export function deleteOldChanges(db: Database, days: number): Promise<number> {
  return exec(
    db,
    sql`delete from load_changes using loads where loads.id = load_id and ${isOver(days)}`,
  )
}

/** Deletes the contradictions in the figures of loads from that many days ago, unless the load can be undone. */
export function deleteOldFindings(db: Database, days: number): Promise<number> {
  return exec(
    db,
    sql`delete from load_findings using loads where loads.id = load_id and ${isOver(days)}`,
  )
}

/** Of `loads`: applied that many days ago, and no longer to be undone. */
function isOver(days: number): SQL {
  return sql`not is_restorable and state <> 'tried' and applied_at < now() - ${days} * interval '1 day'`
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

/** When the export suddenly means something else, every sale has several. */
const MAX_STORED_FINDINGS = 10_000

const stagedFindings = sql`
  select staged_sale.code as sale_code, staged_findings.code, stated, computed
  from staged_findings join staged_sale using (ordinal)
  union all
  select sales.code, sale_findings.code, stated, computed
  from sale_findings join sales on sales.id = sale_id
  where sales.code in (${unchangedCodes})
  union all
  select code, 'unreadable_email', '', '' from (${unreadableEmails}) as unreadable`

/** Records the findings of the staged sales, and of those that the load repeats unchanged. */
export async function recordFindings(tx: Transaction, loadId: number): Promise<void> {
  await exec(
    tx,
    sql`update loads set findings = (select count(*) from (${stagedFindings}) as found)
      where id = ${loadId}`,
  )
  await exec(
    tx,
    sql`insert into load_findings (load_id, sale_code, code, stated, computed)
      select ${loadId}, sale_code, code, stated, computed from (${stagedFindings}) as found
      order by sale_code, code limit ${MAX_STORED_FINDINGS}`,
  )
}

interface StoredChange {
  kind: ChangeKind
  state: LoadState
  isRestorable: boolean
  before: StoredBody | null
  /** After a dry run, the sale as members would see it: JSON text. */
  after: string | null
  current: StoredBody | null
  currentView: string | null
  leftBehind: LeftBehind | null
}

/** A sale before and after, as its rows or as its view; null where it does not exist. */
export type Comparison = ComparedForms & {
  /** Null where the holder stays. */
  leftBehind: LeftBehind | null
}

type ComparedForms =
  | { rows: { before: StoredBody | null; after: StoredBody | null } }
  | { views: { before: string | null; after: string | null } }

/** Null when the figures of this sale are not stored. */
export async function readComparison(
  db: Database,
  loadId: number,
  saleCode: string,
): Promise<Comparison | null> {
  const change = await maybeOne<StoredChange>(
    db,
    sql`select kind, loads.state, is_restorable, before, after, ${saleBody} as current,
        (select json from sale_views where sale_id = sales.id) as current_view, left_behind
      from load_changes join loads on loads.id = load_id
        left join sales on sales.code = sale_code and sales.holder_erased_at is null
      where load_id = ${loadId} and sale_code = ${saleCode}`,
  )
  if (change === null) return null
  const { kind, state, isRestorable, before, after, current, currentView, leftBehind } = change
  if (state === 'tried' || state === 'refused') {
    const isStored = kind === 'withdrawn' || after !== null
    if (!isStored) return null
    return { views: { before: kind === 'added' ? null : currentView, after }, leftBehind }
  }
  if (!isRestorable) return null
  const rows = kind === 'withdrawn' ? { before: current, after: null } : { before, after: current }
  return { rows, leftBehind }
}
