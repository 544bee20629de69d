import type { Database, Transaction } from '../../db/client.ts'
import { exec, many, maybeOne, sql } from '../../db/query.ts'

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

/** The answers of the last year and what members said of them, by procedure. */
export function listProcedureRatings(db: Database): Promise<ProcedureRatings[]> {
  return many<ProcedureRatings>(
    db,
    sql`select procedure_id, max(procedure_title) as title, count(*) as answers,
        count(*) filter (where helped) as helped, count(*) filter (where not helped) as not_helped
      from request_events
      join requests on requests.id = request_id
      left join answer_ratings on event_id = request_events.id
      where kind in ('resolved', 'rejected') and at > now() - interval '1 year'
      group by procedure_id
      order by spanish_order(max(procedure_title)) collate "C", procedure_id`,
  )
}
