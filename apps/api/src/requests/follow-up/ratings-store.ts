import type { Database, Transaction } from '../../db/client.ts'
import { exec, many, maybeOne, sql } from '../../db/query.ts'
import { titleOf } from '../../procedures/procedures-store.ts'

/** The latest answer of a request, and what the member said of it. */
export function findRating(
  tx: Transaction,
  requestId: number,
): Promise<{ eventId: number; helped: boolean | null } | null> {
  return maybeOne(
    tx,
    sql`select id as event_id, helped
      from request_events left join answer_ratings on event_id = id
      where request_id = ${requestId} and kind in ('resolved', 'rejected')
      order by id desc limit 1`,
  )
}

export async function saveRating(tx: Transaction, eventId: number, helped: boolean): Promise<void> {
  await exec(
    tx,
    sql`insert into answer_ratings (event_id, helped) values (${eventId}, ${helped})
      on conflict (event_id) do update set helped = excluded.helped, rated_at = now()`,
  )
}

export interface ProcedureRatings {
  procedureId: number
  title: string
  answers: number
  helped: number
  notHelped: number
}

/** The answers since this month of last year and what members said of them, by procedure. */
export function listProcedureRatings(db: Database): Promise<ProcedureRatings[]> {
  return many<ProcedureRatings>(
    db,
    sql`with counted as (
        select procedure_id, count(*) as answers, count(*) filter (where helped) as helped,
          count(*) filter (where not helped) as not_helped
        from request_events
        join requests on requests.id = request_id
        left join answer_ratings on event_id = request_events.id
        where kind in ('resolved', 'rejected') and at >= date_trunc('month',
          now() at time zone 'America/Santiago' - interval '1 year') at time zone 'America/Santiago'
        group by procedure_id)
      select * from (
        select counted.*, ${titleOf(sql`counted.procedure_id`)} as title from counted) titled
      order by spanish_order(title) collate "C", procedure_id`,
  )
}
