import type { Queryable } from '../../db/client.ts'
import { exec, many, sql } from '../../db/query.ts'

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
