import type { Database } from '../db/client.ts'
import type { ModuleJobs } from '../jobs/module-jobs.ts'
import { deleteExpiredCounts } from './login-attempts-store.ts'

const DELETE_OLD_LOGIN_ATTEMPTS = 'delete_old_login_attempts'

export function throttleJobs({ db }: { db: Database }): ModuleJobs {
  return {
    tasks: { [DELETE_OLD_LOGIN_ATTEMPTS]: () => deleteExpiredCounts(db) },
    schedule: [`19 * * * * ${DELETE_OLD_LOGIN_ATTEMPTS}`],
  }
}
