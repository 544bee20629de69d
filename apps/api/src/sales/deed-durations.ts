import { type CalendarDate, todayInSantiago } from '@carpeta/domain/dates/dates'
import { type StepDuration, stepDurations } from '@carpeta/domain/sales/deed-durations'
import { deedSteps } from '@carpeta/domain/sales/deed-steps'
import { closedDays } from '../calendar/closed-days.ts'
import type { Database } from '../db/client.ts'
import { listNewestDeeds } from './sales-store.ts'

/** How long a registry took years ago tells nothing. */
const MAX_DEEDS = 300

/** How long the steps of a deed take, of the cooperative's own sales; whose they are is not told. */
export async function readDeedDurations(db: Database): Promise<StepDuration[]> {
  const today = todayInSantiago(new Date())
  const deeds = await listNewestDeeds(db, MAX_DEEDS)
  const dates = deeds.flatMap((deed): CalendarDate[] =>
    deedSteps(deed).flatMap(({ doneOn }) => doneOn ?? []),
  )
  return stepDurations(deeds, today, await closedDays(db, dates.sort()[0] ?? today, today))
}
