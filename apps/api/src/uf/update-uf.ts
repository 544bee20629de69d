import {
  addDays,
  type CalendarDate,
  instantInSantiago,
  todayInSantiago,
} from '@carpeta/domain/dates/dates'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/client.ts'
import { fetchUfValues } from './fetch/fetch-uf-values.ts'
import { tellStaff } from './staff-alert/tell-staff.ts'
import { hasPublishedUf, hasUfValue } from './uf-store.ts'

interface Services {
  db: Database
  config: Config
}

interface Log {
  info: (text: string) => void
  warn: (text: string) => void
}

/** Staff are told in the morning, when the sources have had time to publish. */
const TELL_FROM = '09:00'

/**
 * The job of every hour: asks the sources while the value of today, or `daysAhead` later, is missing,
 * and tells staff.
 */
export async function updateUf(
  services: Services,
  daysAhead: number,
  log: Log,
  now = new Date(),
): Promise<void> {
  const { db, config } = services
  const today = todayInSantiago(now)
  const reasons: string[] = []
  if (config.uf.fetch && !(await hasUfValue(db, addDays(today, daysAhead)))) {
    const { saved, refusal, problems } = await fetchUfValues(services, today)
    reasons.push(...problems)
    for (const problem of problems) log.warn(`UF: ${problem}`)
    if (saved.length > 0) log.info(`UF: ${saved.length} values saved`)
    if (refusal !== null) {
      log.warn(`UF: ${refusal}`)
      const hasToday = await hasUfValue(db, today)
      await tellStaff(services, today, { kind: 'refused', today, hasToday, reasons: [refusal] })
      return
    }
  }
  if (await isMissing(services, today, now)) {
    const told = await tellStaff(services, today, {
      kind: 'missing',
      today,
      hasToday: false,
      reasons,
    })
    if (told) log.warn('UF: the value of today is missing, staff are told')
  }
}

/** A portal that has never had a value and does not ask for them does without. */
async function isMissing(
  { db, config }: Services,
  today: CalendarDate,
  now: Date,
): Promise<boolean> {
  if (now < instantInSantiago(today, TELL_FROM) || (await hasUfValue(db, today))) return false
  return config.uf.fetch || (await hasPublishedUf(db))
}
