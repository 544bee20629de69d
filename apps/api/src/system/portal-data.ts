import { daysBetween, todayInSantiago } from '@carpeta/domain/dates/dates'
import { SEND_RESTORE_EMAIL } from '../account/links.ts'
import { SEND_ANNOUNCEMENT_EMAIL } from '../announcements/announcement-emails.ts'
import { SEND_LINK_EMAIL } from '../auth/links.ts'
import { latestBackup } from '../backup/latest-backup.ts'
import type { Database } from '../db/client.ts'
import { SEND_EMAIL } from '../email/email-queue.ts'
import { newestCutoff } from '../imports/loads-store.ts'
import { countJobs, isAnyWorkerRunning } from '../jobs/jobs-store.ts'
import { SEND_NEWS_EMAIL } from '../news/news-emails.ts'
import type { PortalData } from '../observability/metrics.ts'
import { orderFigures } from '../payments/payments-store.ts'
import { lastUfDay } from '../uf/uf-store.ts'
import { SEND_INVITATION } from '../users/invitations.ts'

/** Each sends one email. */
export const emailTasks: ReadonlySet<string> = new Set([
  SEND_EMAIL,
  SEND_LINK_EMAIL,
  SEND_RESTORE_EMAIL,
  SEND_INVITATION,
  SEND_ANNOUNCEMENT_EMAIL,
  SEND_NEWS_EMAIL,
])

/** Null without a place, or when it cannot be read: that of the backups may be away while the rest is well. */
async function readBackup(place: string | undefined, now: Date): Promise<PortalData['backup']> {
  if (place === undefined) return null
  try {
    const { latest } = await latestBackup(place, process.env, now)
    return latest
      ? { ageSeconds: (now.getTime() - latest.moment.getTime()) / 1000, bytes: latest.bytes }
      : { ageSeconds: Infinity, bytes: 0 }
  } catch {
    return null
  }
}

/** One query after the other: a scrape uses one connection. */
export async function readPortalData(
  db: Database,
  now: Date,
  backupPlace?: string,
): Promise<PortalData> {
  const jobs = await countJobs(db)
  const isWorkerRunning = await isAnyWorkerRunning(db)
  const cutoff = await newestCutoff(db)
  const lastUf = await lastUfDay(db)
  const payments = await orderFigures(db)
  const emails = jobs.filter(({ task }) => emailTasks.has(task))
  return {
    jobs,
    emails: {
      waiting: emails.reduce((sum, { waiting, due, running }) => sum + waiting + due + running, 0),
      oldestSeconds: Math.max(0, ...emails.map(({ pendingSeconds }) => pendingSeconds ?? 0)),
    },
    isWorkerRunning,
    payments,
    backup: await readBackup(backupPlace, now),
    // Infinite, which alerts match, where there never was one, and where a clock was wrong.
    loadAgeSeconds:
      cutoff && todayInSantiago(cutoff) <= todayInSantiago(now)
        ? (now.getTime() - cutoff.getTime()) / 1000
        : Infinity,
    ufDays: lastUf ? daysBetween(todayInSantiago(now), lastUf) : -Infinity,
  }
}
