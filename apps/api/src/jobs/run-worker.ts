import { EventEmitter } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import {
  Logger,
  run,
  runMigrations,
  runOnce,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import type { Pool } from '../db/client.ts'
import type { DedicatedConnection } from '../db/dedicated-connection.ts'
import {
  isAnyJobDue,
  listJobsOf,
  registerWorkerLock,
  releaseJobsOf,
  releaseOrphanedJobs,
} from './workers-store.ts'

interface Log {
  error: (message: string) => void
  warn: (message: string) => void
  info: (message: string) => void
  debug: (message: string) => void
}

const CONCURRENCY = 2
const LOOK_MS = 30_000
const RESTART_MS = 5000

/** Its own tables, beside ours. */
export async function migrateJobs(pool: Pool): Promise<void> {
  await runMigrations({ pgPool: pool, logger: new Logger(() => () => {}) })
}

/**
 * Works through the jobs as they come, until stopped; several processes may share the work. What
 * ends the worker ends neither the portal, where members go on reading, nor the letters.
 */
export async function startWorker(
  pool: Pool,
  taskList: TaskList,
  crontab: string,
  log: Log,
  { lookMs = LOOK_MS, restartMs = RESTART_MS } = {},
): Promise<{ stop: () => Promise<void> }> {
  const stopping = new AbortController()
  let starting = startRunner(pool, taskList, crontab, log)
  let runner = await starting
  void runner.ended.then(startAgain)
  const looking = setInterval(() => {
    Promise.all([releaseJobs(pool, log), runner.freeLost()]).catch((error: unknown) =>
      log.warn(`nobody looked for jobs that wait in vain: ${error}`),
    )
  }, lookMs)

  async function startAgain(): Promise<void> {
    if (stopping.signal.aborted) return
    log.warn('the worker ended and will be started again')
    await delay(restartMs, null, { signal: stopping.signal }).catch(() => {})
    if (stopping.signal.aborted) return
    starting = startRunner(pool, taskList, crontab, log)
    try {
      runner = await starting
      void runner.ended.then(startAgain)
    } catch {
      await startAgain()
    }
  }

  return {
    stop: async () => {
      stopping.abort()
      clearInterval(looking)
      // One that is just being started again would go on with a pool that is being closed.
      const last = await starting.catch(() => runner)
      await last.stop()
    },
  }
}

async function startRunner(pool: Pool, taskList: TaskList, crontab: string, log: Log) {
  await releaseJobs(pool, log)
  const life = Promise.withResolvers<DedicatedConnection>()
  let isShown = false
  let name = ''
  const plugin: GraphileConfig.Plugin = {
    name: 'show life',
    version: '1.0.0',
    worker: {
      hooks: {
        // Before the first job is taken; jobs bear the name of the pool of workers.
        startWorker: async (_context, { worker }) => {
          name = worker.workerPool.id
          if (!isShown) life.resolve(registerWorkerLock(pool, name))
          isShown = true
          await life.promise
        },
      },
    },
  }
  const events: WorkerEvents = new EventEmitter()
  const broken = breakdown(events)
  const running = jobsRunning(events)
  const runner = await run({
    pgPool: pool,
    taskList,
    crontab,
    concurrency: CONCURRENCY,
    events,
    // The process decides when to stop (commands/serve.ts), not the library.
    noHandleSignals: true,
    logger: loggerOf(log),
    // A job's end that cannot be noted ends the worker; without batches it would end the process.
    preset: { plugins: [plugin], worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  })
  // Why, the library has logged.
  const ended = Promise.race([runner.promise.catch(() => {}), broken]).finally(() =>
    life.promise.then(
      (session) => session.end(),
      () => {},
    ),
  )
  const stop = async () => {
    // One that has ended by itself refuses to be stopped, or is never done with it.
    await Promise.race([runner.stop().catch(() => {}), broken])
    await ended
  }
  try {
    await life.promise
  } catch (error) {
    await stop()
    throw error
  }
  let missing: string[] = []
  /**
   * Frees the jobs that were handed to this runner and that it never got, since the connection broke
   * with the answer; the library alone would wait four hours. At the second look: the answer may just
   * be on its way.
   */
  const freeLost = async () => {
    const locked = await listJobsOf(pool, name)
    const stillMissing = missing.filter((id) => locked.includes(id) && !running.has(id))
    missing = locked.filter((id) => !running.has(id))
    if (stillMissing.length === 0) return
    await releaseJobsOf(pool, name, stillMissing)
    log.warn('jobs that were handed to nobody go on')
  }
  return { ended, stop, freeLost }
}

/** The jobs that the workers are at. */
function jobsRunning(events: WorkerEvents): ReadonlySet<string> {
  const running = new Set<string>()
  events.on('job:start', ({ job }) => running.add(job.id))
  events.on('job:complete', ({ job }) => running.delete(job.id))
  return running
}

/**
 * That the end of a job could not be noted, and all workers have stopped for it. The library's own
 * runner may wait for ever then: it miscounts when the ends of two jobs fail beside each other.
 */
function breakdown(events: WorkerEvents): Promise<void> {
  return new Promise((done) => {
    let isBroken = false
    let stopped = 0
    const look = () => {
      if (isBroken && stopped === CONCURRENCY) done()
    }
    events.on('pool:fatalError', () => {
      isBroken = true
      look()
    })
    events.on('worker:stop', () => {
      stopped++
      look()
    })
  })
}

async function releaseJobs(pool: Pool, log: Log): Promise<void> {
  const dead = await releaseOrphanedJobs(pool)
  if (dead.length > 0) log.warn('jobs of a process that died go on')
}

/** Works through the jobs that are due now, then returns. */
export async function workOnce(pool: Pool, taskList: TaskList, log: Log): Promise<void> {
  // The library stops at a queue whose job before is just being noted as done.
  do await runOnce({ pgPool: pool, taskList, noHandleSignals: true, logger: loggerOf(log) })
  while (await isAnyJobDue(pool))
}

function loggerOf(log: Log): Logger {
  return new Logger(({ label }) => (level, message) => {
    if (level === 'error') log.error(message)
    else if (level === 'warning') log.warn(message)
    // What a job of ours tells; the library's own news are for who looks for a fault.
    else if (level === 'info' && label === 'job') log.info(message)
    else log.debug(message)
  })
}
