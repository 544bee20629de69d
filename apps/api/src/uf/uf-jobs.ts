import {
  addDays,
  type CalendarDate,
  instantInSantiago,
  todayInSantiago,
} from '@carpeta/domain/dates/dates'
import type { Config } from '../config/config.ts'
import type { JobDatabase } from '../db/client.ts'
import type { ModuleJobs } from '../jobs/run-worker.ts'
import { emailPermitted } from '../people/email-staff.ts'
import type { Colleague } from '../people/staff-store.ts'
import { fetchUfValues } from './fetch-uf-values.ts'
import { type UfAlert, ufAlertEmail } from './uf-emails.ts'
import { hasPublishedUf, hasUfValue, recordUfAlert } from './uf-store.ts'

const UPDATE_UF = 'update_uf'

export function ufJobs(services: Services): ModuleJobs {
  return {
    tasks: {
      [UPDATE_UF]: async (payload, { logger }) => {
        const { daysAhead } = payload as { daysAhead: number }
        await updateUf(services, daysAhead, logger)
      },
    },
    // Each hour for today, and four times a day for tomorrow: a source may publish late.
    schedule: [
      `7 * * * * ${UPDATE_UF} ?id=uf_of_today&jobKey=${UPDATE_UF} {daysAhead:0}`,
      `37 */6 * * * ${UPDATE_UF} ?id=uf_of_tomorrow&jobKey=${UPDATE_UF} {daysAhead:1}`,
    ],
  }
}

interface Services {
  db: JobDatabase
  config: Config
}

interface Log {
  info: (text: string) => void
  warn: (text: string) => void
}

/** In the morning the sources have had time to publish. */
const ALERT_FROM = '09:00'

/**
 * Asks the sources while the value of today, or `daysAhead` later, is missing, and alerts staff.
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
      await alertStaff(services, today, { kind: 'refused', today, hasToday, reasons: [refusal] })
      return
    }
  }
  if (await isMissing(services, today, now)) {
    const alert: UfAlert = { kind: 'missing', today, hasToday: false, reasons }
    const isSent = await alertStaff(services, today, alert)
    if (isSent) log.warn('UF: the value of today is missing, staff are told')
  }
}

/** A portal that has never had a value and does not ask for them does without. */
async function isMissing(
  { db, config }: Services,
  today: CalendarDate,
  now: Date,
): Promise<boolean> {
  if (now < instantInSantiago(today, ALERT_FROM) || (await hasUfValue(db, today))) return false
  return config.uf.fetch || (await hasPublishedUf(db))
}

/** Writes to those who review the loads of accounting, once a day. @returns whether an email was queued */
async function alertStaff(
  { db, config }: Services,
  today: CalendarDate,
  alert: UfAlert,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await recordUfAlert(tx, today, alert.reasons.join(' ')))) return false
    const write = (colleague: Colleague) => ufAlertEmail(colleague, alert, config)
    await emailPermitted(tx, 'sales.import_sales', write, config)
    return true
  })
}
