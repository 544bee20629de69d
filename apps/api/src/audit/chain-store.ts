import { AUDIT_CHAIN_LOCK } from '../db/advisory-locks.ts'
import type { Queryable, Transaction } from '../db/client.ts'
import { exec, many, maybeOne, one, type SQL, scalar, sql } from '../db/query.ts'

export interface ChainLink {
  position: number
  entryId: number
  hash: string
  keyId: string | null
  signature: string | null
}

/** The end of the chain. */
export type ChainHead = Omit<ChainLink, 'entryId'>

// The hashed text of an entry. The statement builds it: a database function could be replaced by one
// that hides a change.
const columns = sql`
  entry.id, to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), entry.actor_id,
  entry.on_behalf_of_id, entry.action, entry.object_type, entry.object_id, entry.subject_id,
  entry.before, entry.after, entry.reason, entry.address, entry.request_id`

export const entryText: SQL = sql`
  jsonb_build_array(${columns}, entry.sealed, entry.fold_key)::text`

/** The text of an entry of a version without keys. */
const unsignedText: SQL = sql`jsonb_build_array(${columns})::text`

/** Waits for its turn: entries are chained one after the other. */
export async function lockHead(tx: Transaction): Promise<ChainHead | null> {
  await exec(tx, sql`select pg_advisory_xact_lock(${AUDIT_CHAIN_LOCK})`)
  return readHead(tx)
}

export function readHead(db: Queryable): Promise<ChainHead | null> {
  return maybeOne<ChainHead>(
    db,
    sql`select position, hash, key_id, signature from audit_chain
      order by position desc limit 1`,
  )
}

export async function insertLinks(
  tx: Transaction,
  links: readonly [ChainLink, ...ChainLink[]],
): Promise<void> {
  await exec(tx, sql`insert into audit_chain ${sql.insert(...links)}`)
}

export interface StoredLink extends ChainLink {
  /** Null when the entry is missing. */
  text: string | null
  at: Date | null
}

const BATCH = 1000

/** Every link with its entry, in order. */
export async function* linksInOrder(tx: Transaction): AsyncGenerator<StoredLink> {
  for (let last = Number.MIN_SAFE_INTEGER; ; ) {
    const links = await many<StoredLink>(
      tx,
      sql`select link.position, link.entry_id, link.hash, link.key_id, link.signature, entry.at,
          case when entry.id is null then null
            when link.key_id is null then ${unsignedText} else ${entryText} end as text
        from audit_chain link left join audit_entries entry on entry.id = link.entry_id
        where link.position > ${last} order by link.position limit ${BATCH}`,
    )
    yield* links
    const end = links.at(-1)
    if (!end) return
    last = end.position
  }
}

export interface ArchivedEntries {
  entries: number
  /** The position of the last record of an archive; null for none. */
  recordedAt: number | null
}

/** Entries that earlier versions moved to archives, as those versions recorded it in the chain. */
export function readArchived(tx: Transaction): Promise<ArchivedEntries> {
  return one(
    tx,
    sql`select coalesce(sum((entry.after ->> 'entries')::bigint), 0)::bigint as entries,
        max(link.position) as recorded_at
      from audit_entries entry join audit_chain link on link.entry_id = entry.id
      where entry.action = 'audit.archived'`,
  )
}

/** The first entry that has no link and does not wait for one. */
export async function findUnchainedEntry(tx: Transaction): Promise<number | null> {
  const entry = await maybeOne<{ id: number }>(
    tx,
    sql`select id from audit_entries entry
      where not exists (select from audit_chain where entry_id = entry.id)
        and not exists (select from audit_pending where entry_id = entry.id)
      order by id limit 1`,
  )
  return entry?.id ?? null
}

/** All statements of the transaction see the same moment. */
export async function readOneMoment(tx: Transaction): Promise<void> {
  await exec(tx, sql`set transaction isolation level repeatable read, read only`)
}

/** A committed entry that is not chained yet. */
export interface PendingEntry {
  entryId: number
  /** As the database writes it, with its microseconds. */
  at: string
  keyId: string
  signature: string
}

/** Any number of them: a statement has 65,535 parameters at most, and these are four. */
export async function insertPending(
  tx: Transaction,
  entries: readonly PendingEntry[],
): Promise<void> {
  const column = (name: keyof PendingEntry) => entries.map((entry) => entry[name])
  await exec(
    tx,
    sql`insert into audit_pending (entry_id, at, key_id, signature)
      select * from unnest(${column('entryId')}::bigint[], ${column('at')}::timestamptz[],
        ${column('keyId')}::text[], ${column('signature')}::text[])`,
  )
}

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
export function countLost(db: Queryable): Promise<number> {
  return scalar(
    db,
    sql`select count(*) from audit_entries entry
      where at > now() - interval '1 day'
        and not exists (select from audit_pending where entry_id = entry.id)
        and not exists (select from audit_chain where entry_id = entry.id)`,
  )
}

/** Deletes the reads that are folded no more. */
export async function deleteOldFolds(db: Queryable): Promise<void> {
  await exec(db, sql`select delete_old_audit_folds()`)
}
