import type { Queryable } from '../db/client.ts'
import { many, sql } from '../db/query.ts'
import type { JobCounts } from '../observability/metrics/portal-data.ts'

/** The queue by kind of job. A job whose last attempt failed is no longer due. */
export function countJobs(db: Queryable): Promise<JobCounts[]> {
  return many(
    db,
    sql`with states as (
      select task_identifier as task, run_at, created_at,
        case
          when locked_at is not null then 'running'
          when attempts >= max_attempts then 'failed'
          when run_at > now() then 'waiting'
          else 'due'
        end as state
      from graphile_worker.jobs
    )
    select task,
      count(*) filter (where state = 'waiting')::int as waiting,
      count(*) filter (where state = 'due')::int as due,
      count(*) filter (where state = 'running')::int as running,
      count(*) filter (where state = 'failed')::int as failed,
      extract(epoch from now() - min(run_at) filter (where state = 'due'))::float8 as due_seconds,
      extract(epoch from now() - min(created_at) filter (where state <> 'failed'))::float8
        as pending_seconds
    from states group by task`,
  )
}
