import type { Queryable, Transaction } from '../../db/client.ts'
import { exec, many, one, prepare, sql } from '../../db/query.ts'
import { entryText } from './chain-store.ts'

/** A committed entry that is not chained yet. */
export interface PendingEntry {
  entryId: number
  /** As the database writes it, with its microseconds. */
  at: string
  keyId: string
  signature: string
}

export async function insertPending(
  tx: Transaction,
  entries: readonly [PendingEntry, ...PendingEntry[]],
): Promise<void> {
  const [first, ...others] = entries
  // Nearly every transaction has one entry.
  const isOnly = others.length === 0
  await exec(
    tx,
    isOnly ? onePending(first) : sql`insert into audit_pending ${sql.insert(...entries)}`,
  )
}

const onePending = prepare<PendingEntry>(
  'insert-pending',
  ({ entryId, at, keyId, signature }) => sql`
    insert into audit_pending ${sql.insert({ entryId, at, keyId, signature })}`,
)

export interface StoredPending {
  entryId: number
  keyId: string
  signature: string
  /** Null when the entry is missing. */
  text: string | null
  isChained: boolean
}

export const PENDING_BATCH = 1000

/** The next ones after this id, with their entries. */
export function listPending(db: Queryable, after: number): Promise<StoredPending[]> {
  return many<StoredPending>(
    db,
    sql`select pending.entry_id, pending.key_id, pending.signature,
        case when entry.id is not null then ${entryText} end as text,
        exists (select from audit_chain where entry_id = pending.entry_id) as is_chained
      from (select * from audit_pending where entry_id > ${after}
        order by entry_id limit ${PENDING_BATCH}) pending
      left join audit_entries entry on entry.id = pending.entry_id
      order by pending.entry_id`,
  )
}

/** Those of these entries that have a link are no longer pending. */
export async function dropChained(tx: Transaction, ids: number[]): Promise<void> {
  await exec(tx, sql`select delete_chained_entries(${ids})`)
}

/** How many entries wait longer than this for the chain, and since when. */
export function countOverdue(
  db: Queryable,
  minutes: number,
): Promise<{ entries: number; since: Date | null }> {
  return one(
    db,
    sql`select count(*) as entries, min(at) as since from audit_pending
      where at < now() - ${minutes} * interval '1 minute'`,
  )
}

/** How many entries of the last day neither have a link nor wait for one. */
export async function countLost(db: Queryable): Promise<number> {
  const { count } = await one<{ count: number }>(
    db,
    sql`select count(*) from audit_entries entry
      where at > now() - interval '1 day'
        and not exists (select from audit_pending where entry_id = entry.id)
        and not exists (select from audit_chain where entry_id = entry.id)`,
  )
  return count
}

/** Deletes the reads that are folded no more. */
export async function deleteOldFolds(db: Queryable): Promise<void> {
  await exec(db, sql`select delete_old_audit_folds()`)
}
