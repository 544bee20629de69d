import { Logger, run, runMigrations, runOnce, type TaskList } from 'graphile-worker'
import type { Pool } from '../db/client.ts'

interface Log {
  error: (message: string) => void
  warn: (message: string) => void
  debug: (message: string) => void
}

/** Its own tables, beside ours. */
export async function migrateJobs(pool: Pool): Promise<void> {
  await runMigrations({ pgPool: pool, logger: new Logger(() => () => {}) })
}

/** Works through the jobs as they come, until stopped; several processes may share the work. */
export async function startWorker(
  pool: Pool,
  taskList: TaskList,
  crontab: string,
  log: Log,
): Promise<{ stop: () => Promise<void> }> {
  const runner = await run({
    pgPool: pool,
    taskList,
    crontab,
    concurrency: 2,
    // The process decides when to stop (commands/serve.ts), not the library.
    noHandleSignals: true,
    logger: loggerOf(log),
  })
  // What ends the worker must not end the portal: members go on reading.
  runner.promise.catch((error: unknown) => log.error(`the worker stopped: ${String(error)}`))
  return { stop: () => runner.stop() }
}

/** Works through the jobs that are due now, then returns. */
export async function workOnce(pool: Pool, taskList: TaskList, log: Log): Promise<void> {
  await runOnce({ pgPool: pool, taskList, noHandleSignals: true, logger: loggerOf(log) })
}

function loggerOf(log: Log): Logger {
  return new Logger(() => (level, message) => {
    if (level === 'error') log.error(message)
    else if (level === 'warning') log.warn(message)
    else log.debug(message)
  })
}
