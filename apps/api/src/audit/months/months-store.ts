import type { Queryable } from '../../db/client.ts'
import { exec, one, sql } from '../../db/query.ts'

/** Creates the partitions of this month and the next three, where they are missing. */
export async function createMonths(db: Queryable): Promise<void> {
  await exec(db, sql`select create_audit_months()`)
}

/** Deletes the reads that are folded no more. */
export async function deleteOldFolds(db: Queryable): Promise<void> {
  await exec(db, sql`select delete_old_audit_folds()`)
}

/** Whether next month has a partition, and whether entries went to the default one. */
export function readMonths(db: Queryable): Promise<{ hasNextMonth: boolean; hasOther: boolean }> {
  return one(
    db,
    sql`select exists (
        select from pg_inherits join pg_class found on found.oid = inhrelid
        where inhparent = 'audit_entries'::regclass and (
          relname = to_char(now() at time zone 'America/Santiago' + interval '1 month', '"y"YYYY"m"MM')
          or relname = 'earlier' and
            substring(pg_get_expr(relpartbound, found.oid) from $$TO [(]'([^']+)'[)]$$)::timestamptz
              >= (date_trunc('month', now() at time zone 'America/Santiago') + interval '2 months')
                at time zone 'America/Santiago')) as has_next_month,
      has_entries_without_month() as has_other`,
  )
}
