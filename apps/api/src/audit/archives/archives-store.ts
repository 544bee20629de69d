import type { Month } from '@carpeta/domain/dates/months'
import { AUDIT_CHAIN_LOCK } from '../../db/advisory-locks.ts'
import type { Database, Queryable, Transaction } from '../../db/client.ts'
import { exec, many, maybeOne, one, type SQL, sql } from '../../db/query.ts'

/** Entries that are in a file of the document storage, and no longer in the database. */
export interface AuditArchive {
  fromMonth: Month
  toMonth: Month
  storageKey: string
  size: number
  sha256: string
  entries: number
  firstPosition: number
  lastPosition: number
}

/** In the order of the chain. */
export function listArchives(db: Queryable): Promise<AuditArchive[]> {
  return many<AuditArchive>(
    db,
    sql`select from_month, to_month, storage_key, size, sha256, entries, first_position,
        last_position
      from audit_archives order by first_position`,
  )
}

/** The last month with archived entries; null when all are in the database. */
export async function lastArchivedMonth(db: Queryable): Promise<Month | null> {
  const { month } = await one<{ month: Month | null }>(
    db,
    sql`select max(to_month) as month from audit_archives`,
  )
  return month
}

interface ArchivedFile {
  id: number
  key: string
  size: number
  sha256: string
}

/** The files that must be in the storage, after this one. */
export function listStoredArchives(
  db: Queryable,
  after: number,
  limit: number,
): Promise<ArchivedFile[]> {
  return many<ArchivedFile>(
    db,
    sql`select id, storage_key as key, size, sha256 from audit_archives
      where id > ${after} order by id limit ${limit}`,
  )
}

/** Those of these keys that an archive has. */
export async function listArchiveKeys(db: Queryable, keys: string[]): Promise<string[]> {
  const rows = await many<{ key: string }>(
    db,
    sql`select storage_key as key from audit_archives where storage_key = any(${keys})`,
  )
  return rows.map(({ key }) => key)
}

/** What a partition has. */
export interface FilledPartition {
  name: string
  fromMonth: Month
  toMonth: Month
  entries: number
  /** Entries with a link; the others are not archived. */
  links: number
  firstPosition: number
  lastPosition: number
}

const SCHEMA = 'audit_months'

/** The partitions that end before this month and have entries, the oldest first. Needs the owner. */
export async function listPartitionsBefore(db: Database, month: Month): Promise<FilledPartition[]> {
  const ended = await many<{ name: string }>(
    db,
    sql`select name from (
        select relname::text as name, substring(
            pg_get_expr(relpartbound, found.oid) from $$TO [(]'([^']+)'[)]$$)::timestamptz as ends
        from pg_inherits join pg_class found on found.oid = inhrelid
        where inhparent = 'audit_entries'::regclass) partitions
      where ends <= ${`${month}-01`}::timestamp at time zone 'America/Santiago' order by ends`,
  )
  const filled: FilledPartition[] = []
  for (const { name } of ended) {
    const content = await maybeOne<Omit<FilledPartition, 'name'>>(
      db,
      sql`select to_char(min(at) at time zone 'America/Santiago', 'YYYY-MM') as from_month,
          to_char(max(at) at time zone 'America/Santiago', 'YYYY-MM') as to_month,
          count(*) as entries, count(link.position) as links,
          coalesce(min(position), 0) as first_position, coalesce(max(position), 0) as last_position
        from ${partition(name)} entry left join audit_chain link on link.entry_id = entry.id
        having count(*) > 0`,
    )
    if (content) filled.push({ name, ...content })
  }
  return filled
}

/** Which entries a statement reads: those of one partition. */
export function partition(name: string): SQL {
  return sql`${sql.identifier(SCHEMA)}.${sql.identifier(name)}`
}

/**
 * Removes a partition and its links. Deleting links takes as long as it needs; only detaching needs
 * the whole table, and does not wait long for a reader, behind whom all writers would wait.
 * @returns whether nothing was added since it was read
 */
export async function dropPartition(
  tx: Transaction,
  { name, entries }: FilledPartition,
): Promise<boolean> {
  await exec(tx, sql`select pg_advisory_xact_lock(${AUDIT_CHAIN_LOCK})`)
  await exec(tx, sql`alter table audit_chain disable trigger audit_chain_append_only`)
  const links = await exec(
    tx,
    sql`delete from audit_chain link using ${partition(name)} entry where link.entry_id = entry.id`,
  )
  await exec(tx, sql`alter table audit_chain enable trigger audit_chain_append_only`)
  await exec(tx, sql`set local lock_timeout = '2s'`)
  await exec(tx, sql`lock table audit_entries in access exclusive mode`)
  const { count } = await one<{ count: number }>(tx, sql`select count(*) from ${partition(name)}`)
  await exec(tx, sql`alter table audit_entries detach partition ${partition(name)}`)
  await exec(tx, sql`drop table ${partition(name)}`)
  return count === entries && links === entries
}

export async function insertArchive(tx: Transaction, archive: AuditArchive): Promise<void> {
  await exec(tx, sql`insert into audit_archives ${sql.insert({ ...archive })}`)
}
