import type { ModuleJobs } from '../../jobs/module-jobs.ts'
import type { Database } from '../client.ts'
import { foldCounts } from './counts-store.ts'

const FOLD_COUNTS = 'fold_counts'

export function countJobs({ db }: { db: Database }): ModuleJobs {
  return {
    tasks: {
      [FOLD_COUNTS]: () => foldCounts(db),
    },
    schedule: [`*/5 * * * * ${FOLD_COUNTS}`],
  }
}
