import { businessMinutesBetween, dueAt } from '@carpeta/domain/dates/business-hours'
import { todayInSantiago } from '@carpeta/domain/dates/dates'
import { dataSubjectRequestDueAt } from '@carpeta/domain/personal-data/data-subject-requests'
import { closedDays, closedDaysFrom } from '../calendar/closed-days.ts'
import { type Database, rootCause, type Transaction } from '../db/client.ts'
import { insertAnswerTime, listUntimedAnswers, type UntimedAnswer } from './answers-store.ts'
import type { LockedRequest } from './requests-store.ts'

/**
 * The deadline of a request that waits for staff since `from`. The procedure's hours start again
 * then; a deadline set by law always counts from when the request was sent.
 */
export async function requestDueAt(
  tx: Database | Transaction,
  from: Date,
  request: Pick<LockedRequest, 'answerHours' | 'answerDays' | 'sentAt' | 'extendedAt'>,
): Promise<Date> {
  const { answerHours, answerDays, sentAt, extendedAt } = request
  if (answerDays !== null) {
    return dataSubjectRequestDueAt({ sentAt: sentAt ?? from, answerDays, extendedAt })
  }
  return dueAt(from, answerHours, await closedDaysFrom(tx, todayInSantiago(from)))
}

/** Records the time of the answer that just closed the request, with the deadline that it had. */
export async function recordAnswerTime(
  tx: Transaction,
  { id, dueAt }: Pick<LockedRequest, 'id' | 'dueAt'>,
): Promise<void> {
  const [answer] = await listUntimedAnswers(tx, { requestId: id, before: null, limit: 1 })
  if (answer) await insertTime(tx, answer, dueAt)
}

const BATCH = 200

/**
 * Records the times of answers that have none, such as those of a release without times and those of the
 * sample cooperative: the deadline is computed again, by the holidays of today.
 * @throws at the end, naming those that failed
 */
export async function recordMissingAnswerTimes(db: Database): Promise<void> {
  const failures: string[] = []
  let before: number | null = null
  do {
    const answers = await listUntimedAnswers(db, { requestId: null, before, limit: BATCH })
    for (const answer of answers) {
      try {
        const dueAt = answer.askedAt ? null : await requestDueAt(db, answer.startedAt, answer)
        await insertTime(db, answer, dueAt)
      } catch (error) {
        failures.push(`${answer.eventId} (${(rootCause(error) as Error).message})`)
      }
    }
    before = answers.length === BATCH ? (answers.at(-1)?.eventId ?? null) : null
  } while (before !== null)
  if (failures.length > 0) throw new Error(`these answers have no time: ${failures.join(', ')}`)
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
