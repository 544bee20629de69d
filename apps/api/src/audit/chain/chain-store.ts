import { AUDIT_CHAIN_LOCK } from '../../db/advisory-locks.ts'
import type { Queryable, Transaction } from '../../db/client.ts'
import { exec, many, maybeOne, type SQL, sql } from '../../db/query.ts'

export interface ChainLink {
  position: number
  entryId: number
  hash: string
  keyId: string | null
  signature: string | null
}

/** The end of the chain. */
export type ChainHead = Omit<ChainLink, 'entryId'>

// What an entry says, as the text that is hashed. It is built in the statement: a function of the
// database could be replaced by one that hides a change.
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
export function linksInOrder(tx: Transaction): AsyncGenerator<StoredLink> {
  return inBatches(Number.MIN_SAFE_INTEGER, (last) =>
    many<StoredLink>(
      tx,
      sql`select ${linkColumns}
        from audit_chain link left join audit_entries entry on entry.id = link.entry_id
        where link.position > ${last} order by link.position limit ${BATCH}`,
    ),
  )
}

/** The links of one partition's entries, in order. */
export function linksOf(
  tx: Transaction,
  partition: SQL,
  { firstPosition, lastPosition }: { firstPosition: number; lastPosition: number },
): AsyncGenerator<StoredLink> {
  return inBatches(firstPosition - 1, (last) =>
    many<StoredLink>(
      tx,
      sql`select ${linkColumns}
        from audit_chain link join ${partition} entry on entry.id = link.entry_id
        where link.position > ${last} and link.position <= ${lastPosition}
        order by link.position limit ${BATCH}`,
    ),
  )
}

const linkColumns = sql`
  link.position, link.entry_id, link.hash, link.key_id, link.signature, entry.at,
  case when entry.id is null then null
    when link.key_id is null then ${unsignedText} else ${entryText} end as text`

async function* inBatches(
  start: number,
  read: (last: number) => Promise<StoredLink[]>,
): AsyncGenerator<StoredLink> {
  for (let last = start; ; ) {
    const links = await read(last)
    yield* links
    const end = links.at(-1)
    if (!end) return
    last = end.position
  }
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

/**
 * All statements of the transaction see the same moment. Archiving removes a partition at once for
 * every reader, so it waits until the transaction ends.
 */
export async function readOneMoment(tx: Transaction): Promise<void> {
  await exec(tx, sql`set transaction isolation level repeatable read, read only`)
  await exec(tx, sql`lock table audit_entries in access share mode`)
}
