import { daysBetween, todayInSantiago } from '@carpeta/domain/dates/dates'
import { SEND_LINK_EMAIL, SEND_RESTORE_EMAIL } from '../../account/links.ts'
import { SEND_ANNOUNCEMENT_EMAIL } from '../../announcements/delivery/send-announcement-email.ts'
import type { Database } from '../../db/client.ts'
import { SEND_EMAIL } from '../../email/enqueue-email.ts'
import { newestCutoff } from '../../imports/loads-store.ts'
import { countJobs } from '../../jobs/job-counts-store.ts'
import { isAnyWorkerRunning } from '../../jobs/workers-store.ts'
import { SEND_NEWS_EMAIL } from '../../news/delivery/send-news-email.ts'
import type { PortalData } from '../../observability/metrics/portal-data.ts'
import { lastUfDay } from '../../uf/uf-store.ts'
import { SEND_INVITATION } from '../../users/invitations.ts'

/** Each sends one email. */
const emailTasks = new Set([
  SEND_EMAIL,
  SEND_LINK_EMAIL,
  SEND_RESTORE_EMAIL,
  SEND_INVITATION,
  SEND_ANNOUNCEMENT_EMAIL,
  SEND_NEWS_EMAIL,
])

/** One query after the other: a scrape uses one connection. */
export async function readPortalData(db: Database, now: Date): Promise<PortalData> {
  const jobs = await countJobs(db)
  const isWorkerRunning = await isAnyWorkerRunning(db)
  const cutoff = await newestCutoff(db)
  const lastUf = await lastUfDay(db)
  const emails = jobs.filter(({ task }) => emailTasks.has(task))
  return {
    jobs,
    emails: {
      waiting: emails.reduce((sum, { waiting, due, running }) => sum + waiting + due + running, 0),
      oldestSeconds: Math.max(0, ...emails.map(({ pendingSeconds }) => pendingSeconds ?? 0)),
    },
    isWorkerRunning,
    loadAgeSeconds: cutoff && (now.getTime() - cutoff.getTime()) / 1000,
    ufDays: lastUf && daysBetween(todayInSantiago(now), lastUf),
  }
}
