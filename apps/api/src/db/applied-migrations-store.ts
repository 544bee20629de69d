import type { Queryable } from './client.ts'
import { exec, many, one, sql } from './query.ts'

export interface AppliedMigration {
  name: string
  version: string
}

/** Empty for a database that no portal with such records has migrated. */
export async function listAppliedMigrations(db: Queryable): Promise<AppliedMigration[]> {
  if (!(await exists(db, 'applied_migrations'))) return []
  return many(db, sql`select name, version from applied_migrations order by name`)
}

/** When drizzle-kit made the newest applied migration, in milliseconds; 0 without any. */
export async function newestMigration(db: Queryable): Promise<number> {
  if (!(await exists(db, 'drizzle.__drizzle_migrations'))) return 0
  const { newest } = await one<{ newest: number }>(
    db,
    sql`select coalesce(max(created_at), 0)::bigint as newest from drizzle.__drizzle_migrations`,
  )
  return newest
}

export async function recordAppliedMigrations(
  db: Queryable,
  names: string[],
  version: string,
): Promise<void> {
  await exec(
    db,
    sql`insert into applied_migrations (name, version)
      select name, ${version} from unnest(${names}::text[]) as name
      on conflict (name) do nothing`,
  )
}

/** The database has the baseline's schema; its former migrations are forgotten. */
export async function recordBaseline(
  db: Queryable,
  { hash, when }: { hash: string; when: number },
): Promise<void> {
  await exec(db, sql`delete from drizzle.__drizzle_migrations`)
  await exec(
    db,
    sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${when})`,
  )
  await forgetAppliedMigrations(db)
}

/** Deletes the records of version 1.1.0; the next `migrate` records the present ones. */
export async function forgetAppliedMigrations(db: Queryable): Promise<void> {
  await exec(db, sql`delete from applied_migrations`)
}

async function exists(db: Queryable, table: string): Promise<boolean> {
  const { found } = await one<{ found: boolean }>(
    db,
    sql`select to_regclass(${table}) is not null as found`,
  )
  return found
}
