import type { Config } from '../../config/config.ts'
import type { Database } from '../../db/client.ts'
import type { ModuleJobs } from '../../jobs/module-jobs.ts'
import { deleteExpiredChallenges } from './passkeys/challenges-store.ts'
import { resealSecrets } from './totp/reseal-secrets.ts'
import { deleteAbandoned } from './totp/totp-store.ts'

const DELETE_OLD_ENROLLMENTS = 'delete_old_enrollments'
const RESEAL_TOTP_SECRETS = 'reseal_totp_secrets'

export function secondFactorJobs({ db, config }: { db: Database; config: Config }): ModuleJobs {
  return {
    tasks: {
      [DELETE_OLD_ENROLLMENTS]: async () => {
        await deleteExpiredChallenges(db)
        await deleteAbandoned(db)
      },
      [RESEAL_TOTP_SECRETS]: () => resealSecrets(db, config.secretKeys),
    },
    schedule: [`34 * * * * ${DELETE_OLD_ENROLLMENTS}`, `41 4 * * * ${RESEAL_TOTP_SECRETS}`],
  }
}
