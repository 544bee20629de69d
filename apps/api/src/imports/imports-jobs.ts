import {
  type CalendarDate,
  dateTimeInSantiago,
  instantInSantiago,
  todayInSantiago,
} from '@carpeta/domain/dates/dates'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/client.ts'
import type { DocumentServices } from '../documents/document-storage.ts'
import type { ModuleJobs } from '../jobs/run-worker.ts'
import { runUndo, UNDO_LOAD } from './loads.ts'
import { readDatabaseAddress } from './mysql/database-address.ts'
import { mysqlSource } from './mysql/mysql-source.ts'
import { runImport, runScheduledImport } from './run-import.ts'
import {
  IMPORTS_QUEUE,
  REMOVE_EXPORTS,
  RUN_IMPORT,
  type RunImport,
  removeExports,
} from './uploads.ts'

export function importJobs(services: DocumentServices & { config: Config }): ModuleJobs {
  return {
    tasks: {
      [RUN_IMPORT]: (payload, { job }) => runImport(services, payload as RunImport, job.attempts),
      [UNDO_LOAD]: (payload, { job }) => runUndo(services, payload, job.attempts),
      [REMOVE_EXPORTS]: () => removeExports(services),
    },
    schedule: [`17 5 * * * ${REMOVE_EXPORTS} ?queue=${IMPORTS_QUEUE}&jobKey=${REMOVE_EXPORTS}`],
  }
}

const IMPORT_FROM_ACCOUNTING = 'import_from_accounting'

interface CronPayload {
  _cron: { ts: string }
}

/** Loads from accounting's database at the times of `ACCOUNTING_EVERY`, if there are any. */
export function scheduledImportJobs(services: { db: Database; config: Config }): ModuleJobs {
  const { url, password, queries, every } = services.config.accounting
  if (url === undefined || queries === undefined || every.length === 0) return { tasks: {} }
  const source = mysqlSource(readDatabaseAddress(url, password), queries)
  return {
    tasks: {
      [IMPORT_FROM_ACCOUNTING]: async (payload, { logger }) => {
        const { _cron } = payload as CronPayload
        if (!isDue(every, new Date(_cron.ts))) return
        const failure = await runScheduledImport(services, source)
        if (failure === null) logger.info('sales imported from accounting')
        else logger.error(`no sales imported from accounting: ${failure}`)
      },
    },
    // cron counts in UTC, whose difference from Santiago changes twice a year: the task compares the hour.
    schedule: [`${minutesOf(every)} * * * * ${IMPORT_FROM_ACCOUNTING} ?fill=3h&max=3`],
  }
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/**
 * Whether an instant is that of a time of day, 'hh:mm', in Santiago: once each day, also when the clock
 * shows a time twice in April or skips it in September.
 */
export function isDue(times: string[], instant: Date): boolean {
  const minute = instant.getTime() - (instant.getTime() % MINUTE_MS)
  const date = todayInSantiago(instant)
  return times.some((time) => instantOf(date, time) === minute)
}

/** A skipped time is as long after the midnight that it follows: 00:30 is at 01:30. */
function instantOf(date: CalendarDate, time: string): number {
  const instant = instantInSantiago(date, time)
  const isShown = dateTimeInSantiago(instant).endsWith(time)
  return isShown ? instant.getTime() : instant.getTime() + HOUR_MS
}

/** The minutes of the hour at which a time may be due, as cron lists them: the offset of Santiago is in whole hours. */
export function minutesOf(times: string[]): string {
  return [...new Set(times.map((time) => Number(time.slice(-2))))].join(',')
}
