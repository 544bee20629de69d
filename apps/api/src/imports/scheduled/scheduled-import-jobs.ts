import type { Config } from '../../config/config.ts'
import type { Database } from '../../db/client.ts'
import type { ModuleJobs } from '../../jobs/module-jobs.ts'
import { readDatabaseAddress } from '../mysql/database-address.ts'
import { mysqlSource } from '../mysql/mysql-source.ts'
import { isDue, minutesOf } from './is-due.ts'
import { runScheduledImport } from './run-scheduled-import.ts'

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
