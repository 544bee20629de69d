import type { TaskList } from 'graphile-worker'
import { deleteExpiredLinks } from './account/links/links-store.ts'
import { recordEmailRefusals } from './account/links/record-email-refusals.ts'
import { REQUEST_RESTORE, type RestoreRequest } from './account/links/request-restore.ts'
import { type LinkEmail, SEND_LINK_EMAIL, sendLinkEmail } from './account/links/send-link.ts'
import { sendRestoreEmail } from './account/links/send-restore-email.ts'
import type { Config } from './config/config.ts'
import type { Database } from './db/client.ts'
import { documentStorageAt } from './documents/document-storage.ts'
import {
  DOCUMENTS_QUEUE,
  type DocumentsToRemove,
  REMOVE_DOCUMENTS,
  removeDocuments,
  removeOrphanedDocuments,
} from './documents/remove-documents.ts'
import { SEND_EMAIL } from './email/enqueue-email.ts'
import type { Mailer } from './email/mailer.ts'
import { openSealedEmail } from './email/sealed-email.ts'
import { applyRetention } from './personal-data/apply-retention.ts'
import { deleteOldDrafts } from './requests/drafts/drafts-store.ts'
import { deleteOldLoginAttempts } from './throttle/login-attempts-store.ts'
import type { RateLimits } from './throttle/rate-limits.ts'
import type { QueuedInvitation } from './users/invitations/invitations-store.ts'
import { enqueueInvitation, SEND_INVITATION } from './users/invitations/send-invitation.ts'

export interface TaskServices {
  db: Database
  config: Config
  limits: RateLimits
  mailer: Mailer
}

const DELETE_EXPIRED = 'delete_expired'
const APPLY_RETENTION = 'apply_retention'
const CLEAR_DOCUMENTS = 'clear_documents'

/** Every night, and every hour, in one of the processes (graphile-worker's crontab). */
export const crontab = [
  `17 4 * * * ${DELETE_EXPIRED}`,
  `37 4 * * * ${APPLY_RETENTION}`,
  // What waits to be tried again is the next hour's too.
  `29 * * * * ${CLEAR_DOCUMENTS} ?queue=${DOCUMENTS_QUEUE}&jobKey=${CLEAR_DOCUMENTS}`,
].join('\n')

/** Every background job, by the name that queues it. */
export function tasksFor({ db, config, limits, mailer }: TaskServices): TaskList {
  const storage = documentStorageAt(config.documents)
  const post = recordEmailRefusals(db, mailer)
  return {
    [SEND_EMAIL]: async (payload) => {
      const { sealed } = payload as { sealed: string }
      await post(openSealedEmail(sealed, config.secretKey))
    },
    [SEND_LINK_EMAIL]: (payload) =>
      sendLinkEmail({ db, config, mailer: post }, payload as LinkEmail),
    [SEND_INVITATION]: (payload, { job }) =>
      enqueueInvitation({ db, config, mailer }, payload as QueuedInvitation, {
        isLastAttempt: job.attempts >= job.max_attempts,
      }),
    [REQUEST_RESTORE]: async (payload) => {
      await sendRestoreEmail({ db, config, limits }, payload as RestoreRequest)
    },
    [DELETE_EXPIRED]: async () => {
      await deleteExpiredLinks(db)
      await deleteOldLoginAttempts(db)
    },
    [APPLY_RETENTION]: async (_payload, { logger }) => {
      const gone = await applyRetention({ db, config })
      logger.info(`retention: ${JSON.stringify(gone)}`)
    },
    [REMOVE_DOCUMENTS]: (payload) => removeDocuments({ db, storage }, payload as DocumentsToRemove),
    [CLEAR_DOCUMENTS]: async () => {
      await deleteOldDrafts(db, config.retention.draftDays)
      await removeOrphanedDocuments({ db, storage })
    },
  }
}
