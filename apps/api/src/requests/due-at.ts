import { dueAt } from '@carpeta/domain/business-hours'
import type { Transaction } from '../db/client.ts'

/** By when the cooperative means to answer what reached it at `from`. */
export async function dueAtFor(_tx: Transaction, from: Date, answerHours: number): Promise<Date> {
  return dueAt(from, answerHours, new Set())
}
