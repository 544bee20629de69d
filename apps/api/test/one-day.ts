import {
  addDays,
  type CalendarDate,
  instantInSantiago,
  todayInSantiago,
} from '@carpeta/domain/dates/dates'
import { vi } from 'vitest'

export function today(): CalendarDate {
  return todayInSantiago(new Date())
}

/** Longer than any file of tests takes. */
const FILE_MS = 120_000

/**
 * A file of tests that would meet midnight in Santiago begins after it: portal and database, which has a clock of its
 * own, would read two days.
 */
export async function beginOnOneDay(): Promise<void> {
  const day = today()
  const midnight = instantInSantiago(addDays(day, 1), '00:00').getTime()
  if (Date.now() < midnight - FILE_MS) return
  await vi.waitUntil(() => today() !== day, { timeout: 2 * FILE_MS, interval: 200 })
}
