import type { Config } from '../config/config.ts'
import type { Database } from '../db/client.ts'
import type { ModuleJobs } from '../jobs/run-worker.ts'
import { deleteAbandonedTotp, deleteExpiredChallenges } from './second-factor-store.ts'
import { resealTotpSecrets } from './totp.ts'

const DELETE_OLD_ENROLLMENTS = 'delete_old_enrollments'
const RESEAL_TOTP_SECRETS = 'reseal_totp_secrets'

export function authJobs({ db, config }: { db: Database; config: Config }): ModuleJobs {
  return {
    tasks: {
      [DELETE_OLD_ENROLLMENTS]: async () => {
        await deleteExpiredChallenges(db)
        await deleteAbandonedTotp(db)
      },
      [RESEAL_TOTP_SECRETS]: () => resealTotpSecrets(db, config.secretKeys),
    },
    schedule: [`34 * * * * ${DELETE_OLD_ENROLLMENTS}`, `41 4 * * * ${RESEAL_TOTP_SECRETS}`],
  }
}
