import { dueAt } from '@carpeta/domain/dates/business-hours'
import { addDays, todayInSantiago } from '@carpeta/domain/dates/dates'
import { dataSubjectRequestDueAt } from '@carpeta/domain/personal-data/data-subject-requests'
import { closedDays } from '../../calendar/closed-days.ts'
import type { Database, Transaction } from '../../db/client.ts'

// The maximum of 500 hours takes about four months of business days.
const HORIZON_DAYS = 400

/**
 * The deadline of a request that waits for staff since `from`. The procedure's hours start again
 * then; a deadline set by law always counts from when the request was sent.
 */
export async function requestDueAt(
  tx: Database | Transaction,
  from: Date,
  {
    answerHours,
    answerDays,
    sentAt,
    extendedAt,
  }: {
    answerHours: number
    answerDays: number | null
    sentAt: Date | null
    extendedAt: Date | null
  },
): Promise<Date> {
  if (answerDays === null) return dueAtByHours(tx, from, answerHours)
  return dataSubjectRequestDueAt({ sentAt: sentAt ?? from, answerDays, extendedAt })
}

/** The deadline by the procedure's business hours. */
export async function dueAtByHours(
  tx: Database | Transaction,
  from: Date,
  answerHours: number,
): Promise<Date> {
  const today = todayInSantiago(from)
  return dueAt(from, answerHours, await closedDays(tx, today, addDays(today, HORIZON_DAYS)))
}
