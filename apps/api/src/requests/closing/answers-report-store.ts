import type { Month } from '@carpeta/domain/dates/months'
import type { Database } from '../../db/client.ts'
import { many, sql } from '../../db/query.ts'

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
 * The answers between two instants, by month and procedure, with their sums. Each answer counts in the
 * month in which it closed the request, also where the request was reopened later. The deadline is judged
 * as the queue judges it: late is later than `due_at`.
 */
export function countAnswers(
  db: Database,
  { from, before }: { from: Date; before: Date },
): Promise<AnswersOf[]> {
  return many<AnswersOf>(
    db,
    sql`with answers as (
        select to_char(at at time zone 'America/Santiago', 'YYYY-MM') as month,
          procedure_id, procedure_title, event_id is not null as is_timed,
          coalesce(answer_times.due_at < at, false) as is_late, worked_minutes
        from request_events
        join requests on requests.id = request_id
        left join answer_times on event_id = request_events.id
        where kind in ('resolved', 'rejected') and at >= ${from} and at < ${before})
      select month, procedure_id,
        case when grouping(procedure_id) = 0 then max(procedure_title) else '' end as title,
        count(*) as answered, count(*) filter (where is_timed and not is_late) as on_time,
        count(*) filter (where is_late) as late,
        round(avg(worked_minutes))::integer as mean_minutes,
        round(percentile_cont(0.5) within group (order by worked_minutes))::integer
          as median_minutes
      from answers
      group by grouping sets ((), (month), (procedure_id), (month, procedure_id))
      order by month nulls first, grouping(procedure_id) desc,
        spanish_order(max(procedure_title)) collate "C", procedure_id`,
  )
}
