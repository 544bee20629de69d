import type { TaskList } from 'graphile-worker'
import { forgetDeadLinks } from './account/links/links-store.ts'
import { noteRefusals } from './account/links/record-email-refusals.ts'
import { REQUEST_RESTORE, type RestoreRequest } from './account/links/request-restore.ts'
import { type LinkLetter, POST_LINK, postLink } from './account/links/send-link.ts'
import { sendRestoreLetter } from './account/links/send-restore-email.ts'
import type { Config } from './config/config.ts'
import type { Database } from './db/client.ts'
import { documentStorageAt } from './documents/document-storage.ts'
import {
  DOCUMENTS_QUEUE,
  type DocumentsToRemove,
  REMOVE_DOCUMENTS,
  removeDocuments,
  removeForgotten,
} from './documents/remove-documents.ts'
import { POST_LETTER } from './email/enqueue-email.ts'
import type { Mailer } from './email/mailer.ts'
import { openLetter } from './email/sealed-email.ts'
import { applyRetention } from './personal-data/apply-retention.ts'
import { deleteOldDrafts } from './requests/drafts/drafts-store.ts'
import { forgetOldTries } from './throttle/login-tries-store.ts'
import type { RateLimits } from './throttle/rate-limits.ts'
import type { QueuedInvitation } from './users/invitations/invitations-store.ts'
import { POST_INVITATION, postInvitation } from './users/invitations/send-invitation.ts'

export interface TaskServices {
  db: Database
  config: Config
  limits: RateLimits
  mailer: Mailer
}

const FORGET_ENDED = 'forget_ended'
const APPLY_RETENTION = 'apply_retention'
const CLEAR_DOCUMENTS = 'clear_documents'

/** Every night, and every hour, in one of the processes (graphile-worker's crontab). */
export const crontab = [
  `17 4 * * * ${FORGET_ENDED}`,
  `37 4 * * * ${APPLY_RETENTION}`,
  // What waits to be tried again is the next hour's too.
  `29 * * * * ${CLEAR_DOCUMENTS} ?queue=${DOCUMENTS_QUEUE}&jobKey=${CLEAR_DOCUMENTS}`,
].join('\n')

/** Every background job, by the name that queues it. */
export function tasksFor({ db, config, limits, mailer }: TaskServices): TaskList {
  const storage = documentStorageAt(config.documents)
  const post = noteRefusals(db, mailer)
  return {
    [POST_LETTER]: async (payload) => {
      const { sealed } = payload as { sealed: string }
      await post(openLetter(sealed, config.secretKey))
    },
    [POST_LINK]: (payload) => postLink({ db, config, mailer: post }, payload as LinkLetter),
    [POST_INVITATION]: (payload, { job }) =>
      postInvitation({ db, config, mailer }, payload as QueuedInvitation, {
        isLastTry: job.attempts >= job.max_attempts,
      }),
    [REQUEST_RESTORE]: async (payload) => {
      await sendRestoreLetter({ db, config, limits }, payload as RestoreRequest)
    },
    [FORGET_ENDED]: async () => {
      await forgetDeadLinks(db)
      await forgetOldTries(db)
    },
    [APPLY_RETENTION]: async (_payload, { logger }) => {
      const gone = await applyRetention({ db, config })
      logger.info(`retention: ${JSON.stringify(gone)}`)
    },
    [REMOVE_DOCUMENTS]: (payload) => removeDocuments({ db, storage }, payload as DocumentsToRemove),
    [CLEAR_DOCUMENTS]: async () => {
      await deleteOldDrafts(db, config.retention.draftDays)
      await removeForgotten({ db, storage })
    },
  }
}
