import type { Month } from '@carpeta/domain/dates/months'
import type { Database } from '../../db/client.ts'
import { many, sql } from '../../db/query.ts'
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
 * queue judges it: late is later than `due_at`.
 */
export function countAnswers(
  db: Database,
  { from, to }: { from: Month; to: Month },
): Promise<AnswersOf[]> {
  return many<AnswersOf>(
    db,
    sql`with answers as (
        select date_trunc('month', at at time zone 'America/Santiago') as closed_in, procedure_id,
          event_id is not null as is_timed, coalesce(answer_times.due_at < at, false) as is_late,
          worked_minutes
        from request_events
        join requests on requests.id = request_id
        left join answer_times on event_id = request_events.id
        where kind in ('resolved', 'rejected')
          and at >= ${`${from}-01`}::timestamp at time zone 'America/Santiago'
          and at < (${`${to}-01`}::timestamp + interval '1 month') at time zone 'America/Santiago'
      ), figures as (
        select to_char(closed_in, 'YYYY-MM') as month, procedure_id, count(*) as answered,
          count(*) filter (where is_timed and not is_late) as on_time,
          count(*) filter (where is_late) as late,
          round(avg(worked_minutes))::integer as mean_minutes,
          round((percentile_cont(0.5) within group (order by worked_minutes))::numeric)::integer
            as median_minutes
        from answers
        group by grouping sets ((), (closed_in), (procedure_id), (closed_in, procedure_id))
      )
      select * from (
        select figures.*, coalesce(${titleOf(sql`figures.procedure_id`)}, '') as title
        from figures) titled
      order by month nulls first, procedure_id is not null, spanish_order(title) collate "C",
        procedure_id`,
  )
}
