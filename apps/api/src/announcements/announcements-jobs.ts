import type { Config } from '../config/config.ts'
import type { JobDatabase } from '../db/client.ts'
import type { Mailer } from '../email/mailer.ts'
import { isLastAttempt, type ModuleJobs } from '../jobs/run-worker.ts'
import {
  type AnnouncementToEmail,
  ENQUEUE_ANNOUNCEMENT_EMAILS,
  enqueueBatch,
  SEND_ANNOUNCEMENT_EMAIL,
  sendAnnouncementEmail,
} from './announcement-emails.ts'
import type { QueuedAnnouncementEmail } from './announcement-emails-store.ts'
import {
  PUBLISH_ANNOUNCEMENT,
  publishScheduled,
  type ScheduledAnnouncement,
} from './publication.ts'

export function announcementJobs(services: {
  db: JobDatabase
  config: Config
  mailer: Mailer
}): ModuleJobs {
  return {
    tasks: {
      [PUBLISH_ANNOUNCEMENT]: (payload) =>
        publishScheduled(services, payload as ScheduledAnnouncement),
      [ENQUEUE_ANNOUNCEMENT_EMAILS]: (payload) =>
        enqueueBatch(services, payload as AnnouncementToEmail),
      [SEND_ANNOUNCEMENT_EMAIL]: (payload, helpers) =>
        sendAnnouncementEmail(services, payload as QueuedAnnouncementEmail, {
          isLastAttempt: isLastAttempt(helpers),
        }),
    },
    slow: [SEND_ANNOUNCEMENT_EMAIL],
  }
}
