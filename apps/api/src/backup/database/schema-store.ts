import type { Queryable } from '../../db/client.ts'
import type { CopiedTable } from '../../db/copy.ts'
import { exec, many, maybeOne, one, sql } from '../../db/query.ts'
import type { BackupHeader } from '../archive/archive-format.ts'

/** Of the portal and of graphile-worker; Drizzle's has only what the migrations themselves write. */
export const SCHEMAS = ['public', 'graphile_worker']

/** What describes the schema of a database, and not its content. */
const OF_THE_SCHEMA = 'graphile_worker.migrations'

/** Every table with the columns that hold data: generated ones are computed again. */
export function listTables(db: Queryable): Promise<CopiedTable[]> {
  return many<CopiedTable>(
    db,
    sql`select schema.nspname as schema, found.relname as name, array(
        select attname::text from pg_attribute
        where attrelid = found.oid and attnum > 0 and not attisdropped and attgenerated = ''
        order by attnum) as columns
      from pg_class found join pg_namespace schema on schema.oid = found.relnamespace
      where schema.nspname = any(${SCHEMAS}) and relkind in ('r', 'p')
        and schema.nspname || '.' || relname <> ${OF_THE_SCHEMA}
        and not exists (select from pg_depend
          where classid = 'pg_class'::regclass and objid = found.oid and deptype = 'e')
      order by 1, 2`,
  )
}

export function listSequences(db: Queryable): Promise<BackupHeader['sequences']> {
  return many(
    db,
    sql`select schemaname::text as schema, sequencename::text as name, last_value::text
      from pg_sequences where schemaname = any(${SCHEMAS}) order by 1, 2`,
  )
}

/** The newest migration of graphile-worker's tables; 0 without them. */
export async function readJobsMigration(db: Queryable): Promise<number> {
  const found = await maybeOne(db, sql`select where to_regclass(${OF_THE_SCHEMA}) is not null`)
  if (!found) return 0
  const { newest } = await one<{ newest: number }>(
    db,
    sql`select coalesce(max(id), 0)::int as newest from graphile_worker.migrations`,
  )
  return newest
}

/** What the migrations write into an empty database. */
const FILLED_BY_MIGRATIONS = ['applied_migrations', 'groups', 'group_permissions', 'procedures']

/** The tables that have a row which no migration wrote. */
export async function listFilledTables(db: Queryable): Promise<string[]> {
  const filled: string[] = []
  for (const { schema, name } of await listTables(db)) {
    if (schema !== 'public' || FILLED_BY_MIGRATIONS.includes(name)) continue
    const rows = await exec(db, sql`select from ${sql.identifier(name)} limit 1`)
    if (rows > 0) filled.push(name)
  }
  return filled
}

/** Text as every version of PostgreSQL writes and reads it alike, and as much time as it takes. */
export async function prepareForCopy(db: Queryable): Promise<void> {
  await exec(db, sql`set local statement_timeout = 0`)
  await exec(db, sql`set local idle_in_transaction_session_timeout = 0`)
  await exec(db, sql`set local datestyle = 'ISO, YMD'`)
  await exec(db, sql`set local intervalstyle = 'postgres'`)
  await exec(db, sql`set local timezone = 'UTC'`)
  await exec(db, sql`set local extra_float_digits = 1`)
  await exec(db, sql`set local bytea_output = 'hex'`)
  await exec(db, sql`set local client_encoding = 'UTF8'`)
}

/** The moment of a snapshot, and the version of the server. */
export function readSnapshot(tx: Queryable): Promise<{ moment: Date; postgres: string }> {
  return one(
    tx,
    sql`select clock_timestamp() as moment, current_setting('server_version') as postgres`,
  )
}
