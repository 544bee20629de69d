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
    sql`select * from (
        select procedure_id, ${titleOf(sql`procedure_id`)} as title, sum(answered)::bigint as answers, sum(helped)::bigint as helped,
          sum(not_helped)::bigint as not_helped
        from answer_counts
        where month >= to_char(now() at time zone 'America/Santiago' - interval '1 year', 'YYYY-MM')
        group by procedure_id having sum(answered) > 0) ratings
      order by spanish_order(title) collate "C", procedure_id`,
  )
}
