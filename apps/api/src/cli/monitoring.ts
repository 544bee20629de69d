import { daysBetween, todayInSantiago } from '@carpeta/domain/dates/dates'
import { SEND_RESTORE_EMAIL } from '../account/links.ts'
import { SEND_ANNOUNCEMENT_EMAIL } from '../announcements/announcement-emails.ts'
import { SEND_LINK_EMAIL } from '../auth/links.ts'
import { latestBackup } from '../backup/latest-backup.ts'
import type { Config } from '../config/config.ts'
import type { PreparedDatabase } from '../db/client.ts'
import { type Database, type Pool, scrapeLimits } from '../db/client.ts'
import { PORTAL_VERSION } from '../db/portal-version.ts'
import { SEND_EMAIL } from '../email/email-queue.ts'
import { newestCutoff } from '../imports/loads-store.ts'
import { countJobs, isAnyWorkerRunning } from '../jobs/jobs-store.ts'
import { SEND_NEWS_EMAIL } from '../news/news-emails.ts'
import type { Logger } from '../observability/logger.ts'
import type { Metrics, PortalData } from '../observability/metrics.ts'
import { orderFigures } from '../payments/payments-store.ts'
import { lastUfDay } from '../uf/uf-store.ts'
import { SEND_INVITATION } from '../users/invitations.ts'
import { type RunningParts, stopTimes } from './shutdown.ts'
import type { ListeningPort } from './start.ts'

/** Scrapes come one after the other. */
const SCRAPE_CONNECTIONS = 2

/** Where the metrics listen, if the settings ask for them. */
export function metricsPort({ metrics }: Config): ListeningPort[] {
  return metrics ? [{ ...metrics, setting: 'METRICS_PORT' }] : []
}

/**
 * Serves the metrics of this process where `METRICS_PORT` asks for them.
 * @param pools those of this process, by what they are for
 */
export async function startMetrics(
  { metrics: place, backup }: Config,
  portal: PreparedDatabase,
  running: RunningParts,
  pools: Record<string, Pool>,
): Promise<Metrics | undefined> {
  if (!place) return undefined
  // Loaded only then: most of it is the library.
  const { openMetrics } = await import('../observability/metrics.ts')
  const { serveMetrics } = await import('../observability/metrics.ts')
  // Its own connections: a scrape must not wait for the ones it measures.
  const { db, close } = portal.open(scrapeLimits, SCRAPE_CONNECTIONS)
  running.add(stopTimes.totalMs, close)
  const readData = () => readPortalData(db, new Date(), backup.url)
  const metrics = openMetrics({ version: PORTAL_VERSION, pools, readData })
  const stop = await serveMetrics(metrics, place)
  running.add(stopTimes.totalMs, stop)
  return metrics
}

/** Sends traces where OpenTelemetry's variables ask for them; otherwise its libraries are not loaded. */
export async function startTracing(
  { tracing }: Config,
  running: RunningParts,
  log: Logger,
): Promise<void> {
  if (!tracing) return
  const { openTracing } = await import('../observability/open-tracing.ts')
  running.add(stopTimes.totalMs, openTracing(tracing, { version: PORTAL_VERSION, log }))
}

/** Each sends one email. */
const emailTasks = new Set([
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
