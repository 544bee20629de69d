import type { Queryable, Transaction } from '../db/client.ts'
import type { CopiedTable } from '../db/copy.ts'
import { exec, many, maybeOne, one, type SQL, scalar, sql } from '../db/query.ts'
import type { BackupHeader } from './archive-format.ts'

/** The schemas of the portal and of graphile-worker; migrations alone write Drizzle's. */
export const SCHEMAS = ['public', 'graphile_worker']

/** Describes the schema of a database, not its content. */
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

/** Tables that migrations fill in an empty database. */
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

/** Nobody reads or writes them until the transaction ends. */
export async function lockTables(tx: Transaction, tables: CopiedTable[]): Promise<void> {
  await exec(tx, sql`lock table ${namesOf(tables)} in access exclusive mode`)
}

export async function emptyTables(tx: Transaction, tables: CopiedTable[]): Promise<void> {
  await exec(tx, sql`truncate ${namesOf(tables)}`)
}

/** PostgreSQL otherwise plans as if they were empty, until its autovacuum looks. */
export async function analyzeTables(tx: Transaction, tables: CopiedTable[]): Promise<void> {
  await exec(tx, sql`analyze ${namesOf(tables)}`)
}

export function countRows(tx: Transaction, table: CopiedTable): Promise<number> {
  return scalar(tx, sql`select count(*) as rows from ${nameOf(table)}`)
}

/** A sequence that was never used stays as the migrations made it. */
export async function setSequence(
  tx: Transaction,
  { schema, name, lastValue }: BackupHeader['sequences'][number],
): Promise<void> {
  if (lastValue === null) return
  const sequence = sql`format('%I.%I', ${schema}::text, ${name}::text)::regclass`
  await exec(tx, sql`select setval(${sequence}, ${lastValue}::bigint)`)
}

function namesOf(tables: CopiedTable[]): SQL {
  return sql.join(tables.map(nameOf), sql`, `)
}

function nameOf({ schema, name }: CopiedTable): SQL {
  return sql`${sql.identifier(schema)}.${sql.identifier(name)}`
}

/** Statements that the owner of the tables may run; no superuser is needed. */
interface Suspended {
  suspend: string
  resume: string
}

/**
 * Suspends foreign keys and triggers of these schemas' tables, so that rows are loaded in any order and
 * nothing reacts to them. @returns what makes them as they were; foreign keys are then checked
 */
export async function suspendConstraints(
  tx: Queryable,
  schemas: string[],
): Promise<() => Promise<void>> {
  const suspended = [...(await listTriggers(tx, schemas)), ...(await listForeignKeys(tx, schemas))]
  for (const { suspend } of suspended) await exec(tx, sql.raw(suspend))
  return async () => {
    await exec(tx, sql`set constraints all immediate`)
    for (const { resume } of suspended) await exec(tx, sql.raw(resume))
  }
}

function listForeignKeys(tx: Queryable, schemas: string[]): Promise<Suspended[]> {
  return many<Suspended>(
    tx,
    sql`select format('alter table %s drop constraint %I', conrelid::regclass, conname) as suspend,
        format('alter table %s add constraint %I %s',
          conrelid::regclass, conname, pg_get_constraintdef(oid)) as resume
      from pg_constraint
      where contype = 'f' and conparentid = 0 and connamespace::regnamespace::text = any(${schemas})
      order by conrelid::regclass::text, conname`,
  )
}

/** A trigger that is disabled stays so. */
function listTriggers(tx: Queryable, schemas: string[]): Promise<Suspended[]> {
  return many<Suspended>(
    tx,
    sql`select format('alter table %s disable trigger %I', tgrelid::regclass, tgname) as suspend,
        format('alter table %s enable %s trigger %I', tgrelid::regclass,
          case tgenabled when 'A' then 'always' when 'R' then 'replica' else '' end, tgname) as resume
      from pg_trigger join pg_class on pg_class.oid = tgrelid
      where not tgisinternal and tgenabled <> 'D' and relnamespace::regnamespace::text = any(${schemas})
      order by tgrelid::regclass::text, tgname`,
  )
}
