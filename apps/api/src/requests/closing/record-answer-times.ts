import { businessMinutesBetween } from '@carpeta/domain/dates/business-hours'
import { todayInSantiago } from '@carpeta/domain/dates/dates'
import { closedDays } from '../../calendar/closed-days.ts'
import type { Database, Transaction } from '../../db/client.ts'
import { requestDueAt } from '../lifecycle/due-at.ts'
import type { LockedRequest } from '../lifecycle/request-actions-store.ts'
import { insertAnswerTime, listUntimedAnswers, type UntimedAnswer } from './answer-times-store.ts'

/** Records the time of the answer that just closed the request, with the deadline that it had. */
export async function recordAnswerTime(
  tx: Transaction,
  { id, dueAt }: Pick<LockedRequest, 'id' | 'dueAt'>,
): Promise<void> {
  const [answer] = await listUntimedAnswers(tx, { requestId: id, limit: 1 })
  if (answer) await insertTime(tx, answer, dueAt)
}

const BATCH = 200

/**
 * Records the times of answers that have none, such as those of a release without times and those of the
 * sample cooperative: the deadline is computed again, by the holidays of today.
 */
export async function recordMissingAnswerTimes(db: Database): Promise<void> {
  let answers: UntimedAnswer[]
  do {
    answers = await listUntimedAnswers(db, { requestId: null, limit: BATCH })
    for (const answer of answers) await insertTime(db, answer, await deadlineOf(db, answer))
  } while (answers.length === BATCH)
}

function deadlineOf(db: Database, answer: UntimedAnswer): Promise<Date> | null {
  return answer.askedAt ? null : requestDueAt(db, answer.startedAt, answer)
}

async function insertTime(
  db: Database | Transaction,
  { eventId, startedAt, askedAt, answeredAt }: UntimedAnswer,
  dueAt: Date | null,
): Promise<void> {
  const until = askedAt ?? answeredAt
  const closed = await closedDays(db, todayInSantiago(startedAt), todayInSantiago(until))
  const workedMinutes = businessMinutesBetween(startedAt, until, closed)
  await insertAnswerTime(db, { eventId, dueAt, workedMinutes })
}
