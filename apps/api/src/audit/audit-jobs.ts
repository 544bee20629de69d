import type { Config } from '../config/config.ts'
import type { JobDatabase } from '../db/client.ts'
import { priorities } from '../jobs/jobs-store.ts'
import type { ModuleJobs } from '../jobs/run-worker.ts'
import { type Anchor, anchorAuditLog, anchorStorageAt } from './anchors.ts'
import { ANCHOR_AUDIT_LOG, chainPendingEntries } from './chain.ts'
import { deleteOldFolds } from './chain-store.ts'

const CHAIN_AUDIT_LOG = 'chain_audit_log'
const DELETE_AUDIT_FOLDS = 'delete_audit_folds'

export function auditJobs({ db, config }: { db: JobDatabase; config: Config }): ModuleJobs {
  const { secretKeys, auditAnchors } = config
  const anchoring = { db, secretKeys, storage: auditAnchors && anchorStorageAt(auditAnchors) }
  // A restart writes an unchanged head once more.
  let last: Anchor | null = null
  return {
    tasks: {
      [CHAIN_AUDIT_LOG]: async (_payload, { logger }) => {
        const { refused } = await chainPendingEntries(db, secretKeys)
        if (refused.length === 0) return
        logger.error(`audit entries without a valid signature: ${refused.slice(0, 5).join(', ')}`)
      },
      [ANCHOR_AUDIT_LOG]: async (_payload, { logger }) => {
        last = (await anchorAuditLog({ ...anchoring, log: logger }, last)) ?? last
      },
      [DELETE_AUDIT_FOLDS]: () => deleteOldFolds(db),
    },
    // One key each: jobs do not pile up while no worker runs, or the storage of anchors is away.
    schedule: [
      `* * * * * ${CHAIN_AUDIT_LOG} ?jobKey=${CHAIN_AUDIT_LOG}&priority=${priorities.urgent}`,
      `*/5 * * * * ${ANCHOR_AUDIT_LOG} ?jobKey=${ANCHOR_AUDIT_LOG}&priority=${priorities.urgent}`,
      `17 * * * * ${DELETE_AUDIT_FOLDS} ?jobKey=${DELETE_AUDIT_FOLDS}`,
    ],
  }
}
