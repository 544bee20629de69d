import { dueAt } from '@carpeta/domain/business-hours'
import { addDays, todayInSantiago } from '@carpeta/domain/dates'
import { endOfDayAfter } from '@carpeta/domain/personal-data-rights'
import { closedDays } from '../calendar/closed-days.ts'
import type { Database, Transaction } from '../db/client.ts'

// The longest time that a procedure may take, 500 hours, is some four months of open days.
const HORIZON_DAYS = 400

/** By when what reached the cooperative at `from` is to be answered: by law, or by its own word. */
export async function dueAtOf(
  tx: Database | Transaction,
  from: Date,
  { answerHours, answerDays }: { answerHours: number; answerDays: number | null },
): Promise<Date> {
  return answerDays === null ? dueAtFor(tx, from, answerHours) : endOfDayAfter(from, answerDays)
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
