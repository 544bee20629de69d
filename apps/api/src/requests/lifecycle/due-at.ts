import { dueAt } from '@carpeta/domain/dates/business-hours'
import { addDays, todayInSantiago } from '@carpeta/domain/dates/dates'
import { dataSubjectRequestDueAt } from '@carpeta/domain/personal-data/data-subject-requests'
import { closedDays } from '../../calendar/closed-days.ts'
import type { Database, Transaction } from '../../db/client.ts'

// The longest time that a procedure may take, 500 hours, is some four months of open days.
const HORIZON_DAYS = 400

/**
 * By when what is the cooperative's turn since `from` is to be answered. Its own time begins then, as
 * a whole; a law's began when it was sent, and is nobody's to begin anew.
 */
export async function dueAtOf(
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
  if (answerDays === null) return dueAtFor(tx, from, answerHours)
  return dataSubjectRequestDueAt({ sentAt: sentAt ?? from, answerDays, extendedAt })
}

/** By when the cooperative means to answer what reached it at `from`. */
export async function dueAtFor(
  tx: Database | Transaction,
  from: Date,
  answerHours: number,
): Promise<Date> {
  const today = todayInSantiago(from)
  return dueAt(from, answerHours, await closedDays(tx, today, addDays(today, HORIZON_DAYS)))
}
