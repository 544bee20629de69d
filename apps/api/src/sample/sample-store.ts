import { sql } from 'drizzle-orm'
import type { Persona } from '../../seeds/personas.ts'
import { sampleProcedures } from '../../seeds/sample-procedures.ts'
import type { Database } from '../db/client.ts'
import { procedures } from '../procedures/procedures-tables.ts'

export async function isDatabaseEmpty(db: Database): Promise<boolean> {
  const { rows } = await db.execute<{ empty: boolean }>(sql`
    select not exists (select from users) and not exists (select from sales) as empty`)
  return rows[0]?.empty ?? false
}

export async function hasSampleAccounts(db: Database): Promise<boolean> {
  const { rows } = await db.execute(sql`select from users where is_sample limit 1`)
  return rows.length > 0
}

/** A member already has an account from the import; staff get theirs here. */
export async function saveSampleAccount(
  db: Database,
  persona: Persona,
  passwordHash: string | null,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into users (rut, first_name, last_name, email, password_hash, is_superuser, is_sample)
      values (${persona.rut}, ${persona.firstName}, ${persona.lastName}, ${persona.email},
        ${passwordHash}, ${persona.isSuperuser ?? false}, true)
      on conflict (rut) where deleted_at is null
        do update set password_hash = excluded.password_hash`)
    if (!persona.group) return
    await tx.execute(sql`
      insert into user_groups (user_id, group_id)
      select users.id, groups.id from users, groups
      where users.rut = ${persona.rut} and groups.name = ${persona.group}`)
  })
}

export async function saveSampleProcedures(db: Database): Promise<void> {
  await db
    .insert(procedures)
    .values(sampleProcedures.map((it, i) => ({ ...it, position: i + 1, isSample: true })))
}
