import { IMPORT_LOCK } from '../db/advisory-locks.ts'
import type { Database, Transaction } from '../db/client.ts'
import { exec, maybeOne, one, sql } from '../db/query.ts'
import { isOfErasedBuyer } from '../sales/erased-buyers-store.ts'
import type { loads } from './imports-tables.ts'

type NewLoad = Omit<typeof loads.$inferSelect, 'id' | 'appliedAt'>

/** False while another load runs. */
export async function lockImport(tx: Transaction): Promise<boolean> {
  const { isLocked } = await one<{ isLocked: boolean }>(
    tx,
    sql`select pg_try_advisory_xact_lock(${IMPORT_LOCK}) as is_locked`,
  )
  return isLocked
}

/** Cut-off of the newest load; ignores the sample cooperative. */
export async function newestCutoff(tx: Transaction): Promise<Date | null> {
  const { cutoff } = await one<{ cutoff: Date | null }>(
    tx,
    sql`select max(cutoff) as cutoff from loads where not is_sample`,
  )
  return cutoff
}

/** Whether the last load was this file. */
export async function isLastLoad(tx: Transaction, fileHash: string): Promise<boolean> {
  const last = await maybeOne<{ fileHash: string }>(
    tx,
    sql`select file_hash from loads order by id desc limit 1`,
  )
  return last?.fileHash === fileHash
}

export async function recordLoad(tx: Transaction, load: NewLoad): Promise<void> {
  const { id } = await one<{ id: number }>(
    tx,
    sql`insert into loads ${sql.insert(load)} returning id`,
  )
  await exec(
    tx,
    sql`insert into load_rejects (load_id, line, sale_code, field, value, reason)
      select ${id}, line, left(sale_code, 500), field,
        case when ${isOfErasedBuyer} then '' else value end, reason
      from staged_rejects left join sales on sales.code = staged_rejects.sale_code
      order by line, field`,
  )
}

/** Deletes the rejects of loads from that many days ago. @returns how many */
export function deleteOldRejects(db: Database, days: number): Promise<number> {
  return exec(
    db,
    sql`delete from load_rejects using loads
      where loads.id = load_rejects.load_id and applied_at < now() - ${days} * interval '1 day'`,
  )
}
