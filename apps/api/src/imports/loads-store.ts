import { IMPORT_LOCK } from '../db/advisory-locks.ts'
import type { Database, Transaction } from '../db/client.ts'
import { exec, maybeOne, one, sql } from '../db/query.ts'
import { isOfErasedBuyer } from '../sales/erased-buyers-store.ts'
import type { loads } from './imports-tables.ts'

export type Load = typeof loads.$inferSelect
export type NewLoad = Omit<typeof loads.$inferInsert, 'id' | 'appliedAt' | 'undoneAt' | 'undoneBy'>

/** A file with a mistake in each line would have millions. */
export const MAX_STORED_REJECTS = 10_000

/** Waits for a load under way to end. @param onWait called when there is one */
export async function lockImport(tx: Transaction, onWait?: () => void): Promise<void> {
  const { isLocked } = await one<{ isLocked: boolean }>(
    tx,
    sql`select pg_try_advisory_xact_lock(${IMPORT_LOCK}) as is_locked`,
  )
  if (isLocked) return
  onWait?.()
  await exec(tx, sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`)
}

/** Cut-off of the newest applied load; ignores the sample cooperative. */
export async function newestCutoff(db: Database | Transaction): Promise<Date | null> {
  const { cutoff } = await one<{ cutoff: Date | null }>(
    db,
    sql`select max(cutoff) as cutoff from loads where state = 'applied' and not is_sample`,
  )
  return cutoff
}

/** When accounting's figures were last loaded; null while only the sample's were. */
export async function lastRealLoadAt(db: Database): Promise<Date | null> {
  const { at } = await one<{ at: Date | null }>(
    db,
    sql`select max(applied_at) as at from loads where state = 'applied' and not is_sample`,
  )
  return at
}

/** The newest applied load. */
export function findLastLoad(db: Database | Transaction): Promise<Load | null> {
  return maybeOne<Load>(
    db,
    sql`select * from loads where state = 'applied' order by id desc limit 1`,
  )
}

/** @returns its id */
export async function insertLoad(tx: Transaction, load: NewLoad): Promise<number> {
  const { id } = await one<{ id: number }>(
    tx,
    sql`insert into loads ${sql.insert(load)} returning id`,
  )
  return id
}

/** Of a load that is restored, only its own changes are. */
export async function keepOnlyRestorable(tx: Transaction, id: number): Promise<void> {
  await exec(
    tx,
    sql`update loads set is_restorable = (id = ${id}) where is_restorable or id = ${id}`,
  )
}

export async function markUndone(
  tx: Transaction,
  id: number,
  undoneBy: number | null,
): Promise<void> {
  await exec(
    tx,
    sql`update loads set state = 'undone', is_restorable = false, undone_at = now(),
        undone_by = ${undoneBy}
      where id = ${id}`,
  )
}

/** Stores the first staged rejects; values of erased buyers are left out. */
export async function storeRejects(tx: Transaction, loadId: number): Promise<void> {
  await exec(
    tx,
    sql`insert into load_rejects (load_id, file, line, sale_code, field, value, reason)
      select ${loadId}, file, line, left(sale_code, 500), field,
        case when ${isOfErasedBuyer} then '' else value end, reason
      from (
        select * from staged_rejects order by line, file, field limit ${MAX_STORED_REJECTS}
      ) as first_rejects
      left join sales on sales.code = sale_code
      order by line, file, field`,
  )
}

/** Deletes the rejects and tried sales of loads from that many days ago. @returns how many rejects */
export async function deleteOldRejects(db: Database, days: number): Promise<number> {
  const isOld = sql`applied_at < now() - ${days} * interval '1 day'`
  await exec(
    db,
    sql`update load_changes set after = null from loads
      where loads.id = load_changes.load_id and state = 'tried' and after is not null and ${isOld}`,
  )
  return exec(
    db,
    sql`delete from load_rejects using loads where loads.id = load_rejects.load_id and ${isOld}`,
  )
}
