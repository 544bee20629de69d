import type { Config } from '../config/config.ts'
import type { PreparedDatabase } from '../db/client.ts'
import { type Pool, scrapeLimits } from '../db/client.ts'
import { PORTAL_VERSION } from '../db/portal-version.ts'
import type { Logger } from '../observability/logger.ts'
import type { Metrics } from '../observability/metrics.ts'
import { readPortalData } from '../system/portal-data.ts'
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
