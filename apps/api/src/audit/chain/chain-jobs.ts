import type { Config } from '../../config/config.ts'
import type { Database } from '../../db/client.ts'
import type { ModuleJobs } from '../../jobs/module-jobs.ts'
import { chainPendingEntries } from './chain-pending.ts'
import { deleteOldFolds } from './pending-store.ts'

const CHAIN_AUDIT_LOG = 'chain_audit_log'
const DELETE_AUDIT_FOLDS = 'delete_audit_folds'

export function chainJobs({ db, config }: { db: Database; config: Config }): ModuleJobs {
  return {
    tasks: {
      [CHAIN_AUDIT_LOG]: async (_payload, { logger }) => {
        const { refused } = await chainPendingEntries(db, config.secretKeys)
        if (refused.length === 0) return
        logger.error(`audit entries without a valid signature: ${refused.slice(0, 5).join(', ')}`)
      },
      [DELETE_AUDIT_FOLDS]: () => deleteOldFolds(db),
    },
    // One key each: jobs do not pile up while no worker runs.
    schedule: [
      `* * * * * ${CHAIN_AUDIT_LOG} ?jobKey=${CHAIN_AUDIT_LOG}`,
      `17 * * * * ${DELETE_AUDIT_FOLDS} ?jobKey=${DELETE_AUDIT_FOLDS}`,
    ],
  }
}
