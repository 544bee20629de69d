import pg from 'pg'
import { MIGRATION_LOCK } from './advisory-locks.ts'
import type { Database, JobDatabase, Transaction } from './client.ts'
import { exec, many, maybeOne, one, type SQL, sql } from './query.ts'

/** PostgreSQL's limit on a name. */
const MAX_NAME = 63
const SUFFIX = '_app'

const DENIED = '42501'
/** Another process has just created the role. */
const EXISTS = new Set(['23505', '42710'])

/**
 * The role that the running portal takes when it has the owner's login only. Creates it when it is
 * missing. Null when this database's owner may neither create nor take it.
 */
export async function applicationRole(owner: Database): Promise<string | null> {
  const user = await currentUser(owner)
  const role = roleOf(user)
  if (!(await exists(owner, role))) {
    const isCreated = await tryStatement(owner, sql`create role ${sql.identifier(role)} nologin`)
    if (!isCreated) return null
  }
  if (await canTake(owner, role)) return role
  await tryStatement(owner, sql`grant ${sql.identifier(role)} to ${sql.identifier(user)}`)
  return (await canTake(owner, role)) ? role : null
}

/** The role, if the portal can take it. Changes nothing. */
export async function findApplicationRole(owner: Database): Promise<string | null> {
  const role = roleOf(await currentUser(owner))
  return (await exists(owner, role)) && (await canTake(owner, role)) ? role : null
}

function roleOf(user: string): string {
  return user.slice(0, MAX_NAME - SUFFIX.length) + SUFFIX
}

async function exists(owner: Database, role: string): Promise<boolean> {
  return (await maybeOne(owner, sql`select from pg_roles where rolname = ${role}`)) !== null
}

async function canTake(owner: Database, role: string): Promise<boolean> {
  // Since PostgreSQL 16 membership alone does not allow `set role`.
  const { can } = await one<{ can: boolean }>(
    owner,
    sql`select pg_has_role(${role}, case
        when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end) as can`,
  )
  return can
}

/** False when the privilege is missing. */
async function tryStatement(owner: Database, statement: SQL): Promise<boolean> {
  try {
    await exec(owner, statement)
    return true
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    if (EXISTS.has(error.code ?? '')) return true
    if (error.code === DENIED) return false
    throw error
  }
}

const SCHEMAS = ['public', 'graphile_worker']

/**
 * Lets a role read and write every table, also those of the last migration, and only read and add
 * to those named. Writes nothing when the role has exactly these rights.
 */
export async function grantAccess(
  owner: JobDatabase,
  role: string,
  appendOnly: readonly string[],
): Promise<void> {
  await allowTemporaryTables(owner, role)
  if (await hasAccess(owner, role, appendOnly)) return
  await owner.transaction(async (tx) => {
    await exec(tx, sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`)
    const to = sql.identifier(role)
    await exec(tx, sql`revoke create on schema public from public`)
    for (const name of [...SCHEMAS, 'drizzle']) {
      await exec(tx, sql`grant usage on schema ${sql.identifier(name)} to ${to}`)
      await exec(tx, sql`grant select on all tables in schema ${sql.identifier(name)} to ${to}`)
    }
    for (const name of SCHEMAS) {
      const schema = sql.identifier(name)
      await exec(tx, sql`grant usage, select on all sequences in schema ${schema} to ${to}`)
      await exec(tx, sql`grant insert, update, delete on all tables in schema ${schema} to ${to}`)
      // A trigger of the role would run as the owner, who deletes and migrates.
      await exec(tx, sql`revoke truncate, trigger on all tables in schema ${schema} from ${to}`)
    }
    for (const name of appendOnly) {
      await exec(tx, sql`revoke update, delete on ${sql.identifier(name)} from ${to}`)
    }
    await allowRows(tx, role)
  })
}

/** An import needs them; some servers give them to nobody but the database's owner. */
async function allowTemporaryTables(owner: Database, role: string): Promise<void> {
  const { name, may } = await one<{ name: string; may: boolean }>(
    owner,
    sql`select current_database()::text as name,
        has_database_privilege(${role}, current_database(), 'temporary') as may`,
  )
  if (may) return
  await tryStatement(
    owner,
    sql`grant temporary on database ${sql.identifier(name)} to ${sql.identifier(role)}`,
  )
}

async function hasAccess(
  owner: Database,
  role: string,
  appendOnly: readonly string[],
): Promise<boolean> {
  const wrong = await exec(
    owner,
    sql`select from pg_class found
      join pg_namespace schema on schema.oid = found.relnamespace
      cross join lateral (select schema.nspname = 'public' and relname = any(${appendOnly})
        as is_append_only) as kind
      where schema.nspname = any(${SCHEMAS}) and relkind in ('r', 'p') and not (
        has_table_privilege(${role}, found.oid, 'select')
        and has_table_privilege(${role}, found.oid, 'insert')
        and has_table_privilege(${role}, found.oid, 'update') <> is_append_only
        and has_table_privilege(${role}, found.oid, 'delete') <> is_append_only
        and not has_table_privilege(${role}, found.oid, 'truncate, trigger')
        and (not relrowsecurity or exists (
          select from pg_policy where polrelid = found.oid and polname = ${role})))
      limit 1`,
  )
  return wrong === 0
}

/** graphile-worker's tables show their rows to their owner only, unless a policy says otherwise. */
async function allowRows(tx: Transaction, role: string): Promise<void> {
  const guarded = await many<{ schema: string; name: string }>(
    tx,
    sql`select schema.nspname as schema, found.relname as name from pg_class found
      join pg_namespace schema on schema.oid = found.relnamespace
      where schema.nspname = any(${SCHEMAS}) and found.relrowsecurity and not exists (
        select from pg_policy where polrelid = found.oid and polname = ${role})`,
  )
  const policy = sql.identifier(role)
  for (const { schema, name } of guarded) {
    const table = sql`${sql.identifier(schema)}.${sql.identifier(name)}`
    await exec(
      tx,
      sql`create policy ${policy} on ${table} to ${policy} using (true) with check (true)`,
    )
  }
}

/** Whether the user of this connection owns a table, and so may change the schema. */
export async function isOwnerOf(db: Database, table: string): Promise<boolean> {
  const found = await maybeOne<{ owns: boolean }>(
    db,
    sql`select pg_has_role(relowner, 'USAGE') as owns from pg_class
      where relname = ${table} and relnamespace = 'public'::regnamespace`,
  )
  // An empty database gets its tables from the user who opens it first.
  return found?.owns ?? true
}

export async function currentUser(db: Database): Promise<string> {
  return (await one<{ user: string }>(db, sql`select current_user::text as user`)).user
}
