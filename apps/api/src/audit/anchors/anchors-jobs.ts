import type { Config } from '../../config/config.ts'
import type { Database } from '../../db/client.ts'
import type { ModuleJobs } from '../../jobs/module-jobs.ts'
import type { Anchor } from './anchor.ts'
import { anchorAuditLog } from './anchor-audit-log.ts'
import { ANCHOR_AUDIT_LOG } from './anchor-job.ts'
import { anchorStorageAt } from './anchor-storage.ts'

/** A restart writes an unchanged head once more. */
export function anchorJobs({ db, config }: { db: Database; config: Config }): ModuleJobs {
  const storage = config.auditAnchors && anchorStorageAt(config.auditAnchors)
  const services = { db, secretKeys: config.secretKeys, storage }
  let last: Anchor | null = null
  return {
    tasks: {
      [ANCHOR_AUDIT_LOG]: async (_payload, { logger }) => {
        last = (await anchorAuditLog({ ...services, log: logger }, last)) ?? last
      },
    },
    // One key: jobs do not pile up while the storage is away.
    schedule: [`*/5 * * * * ${ANCHOR_AUDIT_LOG} ?jobKey=${ANCHOR_AUDIT_LOG}`],
  }
}
