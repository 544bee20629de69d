import type { Config } from '../config/config.ts'
import { openLog, printAsJson } from '../observability/logger.ts'
import { metricsPort, startMetrics, startTracing } from './monitoring.ts'
import { runningParts, stopOnSignal, stopTimes } from './shutdown.ts'
import { openPortal, requireFreePorts, runJobs } from './start.ts'
import { feedWatchdog } from './watchdog.ts'

/** Runs jobs until a signal stops it: for processes beside those of `serve --no-worker`. */
export async function work(config: Config): Promise<void> {
  const running = runningParts()
  const log = openLog(config)
  if (config.environment !== 'local') printAsJson(log)
  feedWatchdog(log)
  stopOnSignal(running.stop, stopTimes.totalMs, log)
  try {
    await requireFreePorts(metricsPort(config))
    await startTracing(config, running, log)
    const portal = await openPortal(config, running, { serves: false, works: true })
    await startMetrics(config, portal, running, { jobs: portal.pool })
    await runJobs(portal, config, running, log)
    console.log('Los trabajos corren. Ctrl-C los detiene.')
  } catch (error) {
    await running.stop()
    throw error
  }
}
