import type { Config } from '../config/config.ts'
import type { Database } from '../db/client.ts'
import type { ModuleJobs } from '../jobs/module-jobs.ts'
import { updateUf } from './update-uf.ts'

const UPDATE_UF = 'update_uf'

export function ufJobs(services: { db: Database; config: Config }): ModuleJobs {
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
