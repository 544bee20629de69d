import type { Month } from '@carpeta/domain/dates/months'
import type { Database } from '../../db/client.ts'
import { exec, many, sql } from '../../db/query.ts'
import { titleOf } from '../../procedures/procedures-store.ts'

export interface AnswersOf {
  /** Null for the whole period. */
  month: Month | null
  /** Null for all procedures. */
  procedureId: number | null
  title: string
  answered: number
  onTime: number
  late: number
  meanMinutes: number | null
  medianMinutes: number | null
}

/**
 * The answers of some months, by month and procedure, with their sums. Each answer counts in the month in
 * which it closed the request, also where the request was reopened later. The deadline is judged as the
 * queue judges it: late is later than `due_at`. The median is told to a tenth of an hour.
 */
export function countAnswers(
  db: Database,
  { from, to }: { from: Month; to: Month },
): Promise<AnswersOf[]> {
  return many<AnswersOf>(
    db,
    sql`with counted as (
        select month, procedure_id, coalesce(sum(answered), 0)::bigint as answered,
          coalesce(sum(timed) - sum(late), 0)::bigint as on_time,
          coalesce(sum(late), 0)::bigint as late,
          round(sum(worked_minutes) / nullif(sum(timed), 0))::integer as mean_minutes
        from answer_counts where month between ${from} and ${to}
        group by grouping sets ((), (month), (procedure_id), (month, procedure_id))
        having sum(answered) > 0 or grouping(month, procedure_id) = 3
      ), hours as (
        select month, procedure_id, tenths, sum(answers) as answers from answer_hours
        where month between ${from} and ${to}
        group by grouping sets ((tenths), (month, tenths), (procedure_id, tenths),
          (month, procedure_id, tenths))
        having sum(answers) > 0
      ), placed as (
        select month, procedure_id, tenths,
          sum(answers) over (partition by month, procedure_id order by tenths) as up_to,
          sum(answers) over (partition by month, procedure_id) as all_answers
        from hours
      ), medians as (
        -- Of an even number, the mean of the two in the middle; a tenth has six minutes.
        select month, procedure_id, 3 * (min(tenths) filter (where 2 * up_to >= all_answers)
          + min(tenths) filter (where 2 * up_to > all_answers)) as median_minutes
        from placed group by month, procedure_id
      )
      select * from (
        select counted.*, coalesce(${titleOf(sql`counted.procedure_id`)}, '') as title,
          median_minutes
        from counted
        left join medians on medians.month is not distinct from counted.month
          and medians.procedure_id is not distinct from counted.procedure_id) figures
      order by month nulls first, procedure_id is not null, spanish_order(title) collate "C",
        procedure_id`,
  )
}

/** Replaces the rows of each key by their sum; a concurrent call folds other rows. */
export async function foldAnswerCounts(db: Database): Promise<void> {
  await exec(
    db,
    sql`with folded as (
        delete from answer_counts where (month, procedure_id) in (
          select month, procedure_id from answer_counts
          group by month, procedure_id having count(*) > 1)
        returning *)
      insert into answer_counts
        (month, procedure_id, answered, timed, late, worked_minutes, helped, not_helped)
      select month, procedure_id, sum(answered), sum(timed), sum(late), sum(worked_minutes),
        sum(helped), sum(not_helped)
      from folded group by month, procedure_id`,
  )
  await exec(
    db,
    sql`with folded as (
        delete from answer_hours where (month, procedure_id, tenths) in (
          select month, procedure_id, tenths from answer_hours
          group by month, procedure_id, tenths having count(*) > 1)
        returning *)
      insert into answer_hours (month, procedure_id, tenths, answers)
      select month, procedure_id, tenths, sum(answers)
      from folded group by month, procedure_id, tenths having sum(answers) <> 0`,
  )
}
