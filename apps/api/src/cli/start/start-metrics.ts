import type { Config } from '../../config/config.ts'
import type { Pool } from '../../db/client.ts'
import { scrapeLimits } from '../../db/time-limits.ts'
import { PORTAL_VERSION } from '../../db/versions/portal-version.ts'
import type { Metrics } from '../../observability/metrics/open-metrics.ts'
import type { PreparedDatabase } from '../prepare-database.ts'
import { type RunningParts, stopTimes } from '../shutdown/running-parts.ts'
import { readPortalData } from './read-portal-data.ts'

/** Scrapes come one after the other. */
const SCRAPE_CONNECTIONS = 2

/**
 * Serves the metrics of this process where `METRICS_PORT` asks for them.
 * @param pools those of this process, by what they are for
 */
export async function startMetrics(
  { metrics: place }: Config,
  portal: PreparedDatabase,
  running: RunningParts,
  pools: Record<string, Pool>,
): Promise<Metrics | undefined> {
  if (!place) return undefined
  // Loaded only then: most of it is the library.
  const { openMetrics } = await import('../../observability/metrics/open-metrics.ts')
  const { serveMetrics } = await import('../../observability/metrics/serve-metrics.ts')
  // Of its own: a scrape must not wait for the connections that it tells of.
  const { db, close } = portal.open(scrapeLimits, SCRAPE_CONNECTIONS)
  running.add(stopTimes.totalMs, close)
  const readData = () => readPortalData(db, new Date())
  const metrics = openMetrics({ version: PORTAL_VERSION, pools, readData })
  const stop = await serveMetrics(metrics, place)
  running.add(stopTimes.totalMs, stop)
  return metrics
}
