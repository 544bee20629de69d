import type { Database } from '../db/client.ts'
import type { ModuleJobs } from '../jobs/module-jobs.ts'
import { deleteOldLoginAttempts } from './login-attempts-store.ts'

const DELETE_OLD_LOGIN_ATTEMPTS = 'delete_old_login_attempts'

export function throttleJobs({ db }: { db: Database }): ModuleJobs {
  return {
    tasks: { [DELETE_OLD_LOGIN_ATTEMPTS]: () => deleteOldLoginAttempts(db) },
    schedule: [`19 4 * * * ${DELETE_OLD_LOGIN_ATTEMPTS}`],
  }
}
