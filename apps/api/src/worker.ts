import { accountJobs } from './account/links.ts'
import { announcementJobs } from './announcements/announcements-jobs.ts'
import { auditJobs } from './audit/audit-jobs.ts'
import { linkJobs } from './auth/links.ts'
import { authJobs } from './auth/totp.ts'
import { backupJobs } from './backup/backup-jobs.ts'
import type { Config } from './config/config.ts'
import type { JobDatabase } from './db/client.ts'
import { composeDocumentUses } from './document-uses.ts'
import { documentStorageAt } from './documents/document-storage.ts'
import { documentJobs } from './documents/remove-documents.ts'
import { emailJobs, paceEmails, watchMailServer } from './email/email-queue.ts'
import { countEmails } from './email/mail-hours-store.ts'
import type { Mailer } from './email/mailer.ts'
import type { StaffReader } from './email/render-email.ts'
import { importJobs, scheduledImportJobs } from './imports/imports-jobs.ts'
import type { Jobs } from './jobs/run-worker.ts'
import { documentImportJobs } from './member-documents/document-imports.ts'
import { newsJobs } from './news/news-jobs.ts'
import { listConfirming, listPending } from './payment-reports/payment-reports-store.ts'
import { paymentJobs } from './payments/payments-jobs.ts'
import { mayRead } from './people/staff-store.ts'
import { retentionJobs } from './personal-data/apply-retention.ts'
import { mayBeTold } from './requests/change-request.ts'
import { requestJobs } from './requests/requests-jobs.ts'
import { saleJobs } from './sales/sales-jobs.ts'
import { type RateLimits, throttleJobs } from './throttle/rate-limits.ts'
import { ufJobs } from './uf/uf-jobs.ts'
import { invitationJobs, recordEmailRefusals } from './users/invitations.ts'

interface JobServices {
  db: JobDatabase
  config: Config
  limits: RateLimits
  mailer: Mailer
}

/** Every background job, one line a module. Schedules are in UTC, by night in Chile. */
export function jobsFor({ db, config, limits, ...given }: JobServices): Jobs {
  composeDocumentUses()
  const storage = documentStorageAt(config.documents)
  const paced = paceEmails(db, countEmails(db, given.mailer), config.mailPerMinute)
  const { mailer, waitingFlags } = watchMailServer(paced.mailer)
  const recordingMailer = recordEmailRefusals(db, mailer)
  const mayStillRead = async ({ requestId, ...reader }: StaffReader) =>
    (await mayRead(db, reader)) &&
    (requestId === undefined || (await mayBeTold(db, { ...reader, requestId })))
  const emails = { db, config, mayRead: mayStillRead }
  const modules = [
    emailJobs({ ...emails, mailer: recordingMailer }),
    linkJobs({ ...emails, mailer: recordingMailer }),
    accountJobs({ db, config, limits }),
    invitationJobs({ db, config, mailer }),
    announcementJobs({ db, config, mailer }),
    requestJobs({ db, config }),
    importJobs({ db, config, storage }),
    documentJobs({ db, config, storage }),
    throttleJobs({ db }),
    authJobs({ db, config }),
    documentImportJobs({ db, config, storage }),
    retentionJobs({ db, config }),
    auditJobs({ db, config }),
    ufJobs({ db, config }),
    scheduledImportJobs({ db, config }),
    newsJobs({ db, config, mailer }),
    saleJobs({ db, config }),
    paymentJobs({ db, config, listConfirming, listPending }),
    backupJobs({ db, config }),
  ]
  return {
    tasks: Object.assign({}, ...modules.map(({ tasks }) => tasks)),
    slow: new Set(modules.flatMap(({ slow = [] }) => slow)),
    crontab: modules.flatMap(({ schedule = [] }) => schedule).join('\n'),
    waitingFlags: async () => [...waitingFlags(), ...(await paced.waitingFlags())],
  }
}
