import type { Config } from '../../config/config.ts'
import type { DocumentServices } from '../../documents/document-services.ts'
import type { ModuleJobs } from '../../jobs/module-jobs.ts'
import { IMPORTS_QUEUE, REMOVE_EXPORTS, RUN_IMPORT, type RunImport } from './import-queue.ts'
import { removeExports } from './remove-exports.ts'
import { runImport } from './run-import.ts'

export function importJobs(services: DocumentServices & { config: Config }): ModuleJobs {
  return {
    tasks: {
      [RUN_IMPORT]: (payload, { job }) => runImport(services, payload as RunImport, job.attempts),
      [REMOVE_EXPORTS]: () => removeExports(services),
    },
    schedule: [`17 5 * * * ${REMOVE_EXPORTS} ?queue=${IMPORTS_QUEUE}&jobKey=${REMOVE_EXPORTS}`],
  }
}
