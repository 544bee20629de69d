import type { Config } from '../../config/config.ts'
import type { Database } from '../../db/client.ts'
import type { Mailer } from '../../email/mailer.ts'
import type { ModuleJobs } from '../../jobs/module-jobs.ts'
import type { RateLimits } from '../../throttle/rate-limits.ts'
import { deleteOldChanges } from '../../users/email-changes-store.ts'
import { deleteExpiredLinks } from './links-store.ts'
import {
  openRestoreRequest,
  type RestoreRequest,
  SEND_RESTORE_EMAIL,
  type SealedRestoreRequest,
} from './request-restore.ts'
import { type LinkEmail, SEND_LINK_EMAIL, sendLinkEmail } from './send-link.ts'
import { sendRestoreEmail } from './send-restore-email.ts'

const DELETE_EXPIRED_LINKS = 'delete_expired_links'

interface LinkServices {
  db: Database
  config: Config
  limits: RateLimits
  mailer: Mailer
}

export function linkJobs(services: LinkServices): ModuleJobs {
  return {
    tasks: {
      [SEND_LINK_EMAIL]: (payload) => sendLinkEmail(services, payload as LinkEmail),
      [SEND_RESTORE_EMAIL]: (payload) => {
        const request = openRestoreRequest(payload as SealedRestoreRequest, services.config)
        return sendRestoreEmail(services, request)
      },
      // Queued by a previous release.
      request_restore: (payload) => sendRestoreEmail(services, payload as RestoreRequest),
      [DELETE_EXPIRED_LINKS]: async () => {
        await deleteExpiredLinks(services.db)
        await deleteOldChanges(services.db)
      },
    },
    schedule: [`17 4 * * * ${DELETE_EXPIRED_LINKS}`],
  }
}
