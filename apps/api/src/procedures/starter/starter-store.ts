import type { Database, Transaction } from '../../db/client.ts'
import { exec, many, one, sql } from '../../db/query.ts'

export interface PresentProcedure {
  id: number
  /** As it was asked for. */
  title: string
  isSample: boolean
}

/** The procedures of the catalogue with these titles, without case and accents; own ones first. */
export function findByTitles(
  db: Database | Transaction,
  titles: string[],
): Promise<PresentProcedure[]> {
  return many<PresentProcedure>(
    db,
    sql`select distinct on (wanted.title) procedures.id, wanted.title, is_sample
      from unnest(${titles}::text[]) as wanted (title)
      join procedures on fold_text(procedures.title) = fold_text(wanted.title)
      where deleted_at is null and data_subject_right is null
      order by wanted.title, is_sample, procedures.id`,
  )
}

/** Serialises writers, so that a title found free stays free. */
export async function lockProcedures(tx: Transaction): Promise<void> {
  await exec(tx, sql`lock table procedures in share row exclusive mode`)
}

/** Procedures that members can request, without those of the sample and of the law. */
export async function countOwnProcedures(db: Database): Promise<number> {
  const { count } = await one<{ count: number }>(
    db,
    sql`select count(*) from procedures
      where is_active and deleted_at is null and not is_sample and data_subject_right is null`,
  )
  return count
}
