import type { ModuleJobs } from '../jobs/run-worker.ts'
import { applyRetention } from './apply-retention.ts'
import type { PersonalDataServices } from './export-member-data.ts'

const APPLY_RETENTION = 'apply_retention'

export function personalDataJobs(services: PersonalDataServices): ModuleJobs {
  return {
    tasks: {
      [APPLY_RETENTION]: async (_payload, { logger }) => {
        const deleted = await applyRetention(services)
        logger.info(`retention: ${JSON.stringify(deleted)}`)
      },
    },
    schedule: [`37 4 * * * ${APPLY_RETENTION}`],
  }
}
