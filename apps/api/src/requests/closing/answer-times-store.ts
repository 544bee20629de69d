import type { Database, Transaction } from '../../db/client.ts'
import { exec, many, type SQL, sql } from '../../db/query.ts'

/** An event that closed a request, with what its time is told from. */
export interface UntimedAnswer {
  eventId: number
  answeredAt: Date
  /** Since when staff had all that they needed: the sending, the last reply, or the reopening. */
  startedAt: Date
  /** When staff asked the member for something and were still waiting. */
  askedAt: Date | null
  answerHours: number
  answerDays: number | null
  sentAt: Date
  extendedAt: Date | null
}

/** Answers whose time is not recorded, newest first. @param requestId null for those of all requests */
export function listUntimedAnswers(
  db: Database | Transaction,
  { requestId, limit }: { requestId: number | null; limit: number },
): Promise<UntimedAnswer[]> {
  return many<UntimedAnswer>(
    db,
    sql`select answer.id as event_id, answer.at as answered_at,
        coalesce(start.at, requests.sent_at) as started_at, asked.at as asked_at,
        answer_hours, answer_days, sent_at, extended_at
      from request_events answer
      join requests on requests.id = answer.request_id
      left join lateral (
        ${lastBefore(sql`kind in ('sent', 'reopened')
          or kind = 'replied' and about is distinct from 'review'`)}) start on true
      left join lateral (${lastBefore(sql`kind = 'asked'`)}) asked on asked.id > coalesce(start.id, 0)
      where answer.kind in ('resolved', 'rejected')
        and (${requestId}::integer is null or requests.id = ${requestId}::integer)
        and not exists (select from answer_times where event_id = answer.id)
      order by answer.id desc limit ${limit}`,
  )
}

/** The last of these events before the answer. */
function lastBefore(kinds: SQL): SQL {
  return sql`select id, at from request_events
    where request_id = answer.request_id and id < answer.id and (${kinds})
    order by id desc limit 1`
}

/** The first record stays: another process may have written it meanwhile. */
export async function insertAnswerTime(
  db: Database | Transaction,
  time: { eventId: number; dueAt: Date | null; workedMinutes: number },
): Promise<void> {
  await exec(db, sql`insert into answer_times ${sql.insert(time)} on conflict do nothing`)
}
