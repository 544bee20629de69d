import type { Config } from '../config/config.ts'
import type { JobDatabase } from '../db/client.ts'
import type { Mailer } from '../email/mailer.ts'
import { LOADS_QUEUE } from '../jobs/jobs-store.ts'
import { isLastAttempt, type ModuleJobs } from '../jobs/run-worker.ts'
import {
  ENQUEUE_NEWS_EMAILS,
  enqueueBatch,
  type LoadToEmail,
  type QueuedNewsEmail,
  SEND_NEWS_EMAIL,
  sendNewsEmail,
} from './news-emails.ts'
import { recordDueInstalments } from './record-news.ts'

export const RECORD_DUE_INSTALMENTS = 'record_due_instalments'

export function newsJobs(services: {
  db: JobDatabase
  config: Config
  mailer: Mailer
}): ModuleJobs {
  return {
    tasks: {
      [RECORD_DUE_INSTALMENTS]: () => recordDueInstalments(services),
      [ENQUEUE_NEWS_EMAILS]: (payload) => enqueueBatch(services, payload as LoadToEmail),
      [SEND_NEWS_EMAIL]: (payload, helpers) =>
        sendNewsEmail(services, payload as QueuedNewsEmail, {
          isLastAttempt: isLastAttempt(helpers),
        }),
    },
    slow: [RECORD_DUE_INSTALMENTS, SEND_NEWS_EMAIL],
    // In the morning in Chile, since members get an email.
    schedule: [
      `20 13 * * * ${RECORD_DUE_INSTALMENTS} ?queue=${LOADS_QUEUE}&jobKey=${RECORD_DUE_INSTALMENTS}`,
    ],
  }
}
