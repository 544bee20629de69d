import type { Config } from '../../config/config.ts'
import { PORTAL_VERSION } from '../../db/versions/portal-version.ts'
import type { Logger } from '../../observability/logger.ts'
import { type RunningParts, stopTimes } from '../shutdown/running-parts.ts'

/** Sends traces where OpenTelemetry's variables ask for them; otherwise its libraries are not loaded. */
export async function startTracing(
  { tracing }: Config,
  running: RunningParts,
  log: Logger,
): Promise<void> {
  if (!tracing) return
  const { openTracing } = await import('../../observability/tracing/open-tracing.ts')
  running.add(stopTimes.totalMs, openTracing(tracing, { version: PORTAL_VERSION, log }))
}
