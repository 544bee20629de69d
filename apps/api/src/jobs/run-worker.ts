import { EventEmitter } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import {
  type JobHelpers,
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
  releaseOrphanedJobs,
  returnToPresent,
} from './jobs-store.ts'

/** The background jobs of one module; `worker.ts` lists the modules. */
export interface ModuleJobs {
  /** By task name. */
  tasks: TaskList
  /** Those that send an email, or may take minutes: they have slots of their own. */
  slow?: string[]
  /** Lines of graphile-worker's crontab: minute, hour, day, month, weekday (UTC), task. */
  schedule?: string[]
}

/** For the tasks of `ModuleJobs`: no attempt follows this one. */
export function isLastAttempt({ job }: Pick<JobHelpers, 'job'>): boolean {
  return job.attempts >= job.max_attempts
}

/** The background jobs of all modules. */
export interface Jobs {
  tasks: TaskList
  slow?: ReadonlySet<string>
  /** Lines of graphile-worker's crontab. */
  crontab?: string
  /** The flags of slow jobs that are left for later. */
  waitingFlags?: () => Promise<string[]>
}

interface Log {
  error: (message: string) => void
  warn: (message: string) => void
  info: (message: string) => void
  debug: (message: string) => void
}

/**
 * Jobs that run at once in a process. Loads run one by one, and so do zips of documents: a slot is always left
 * for emails, and no email or load keeps a quick job waiting.
 */
const SLOTS = { slow: 3, quick: 2 }

interface Times {
  checkMs: number
  restartMs: number
  /**
   * New jobs are announced by PostgreSQL; polls find those that were to wait, as a retry, and those that
   * were added while nobody listened.
   */
  pollMs: number
}
const TIMES: Times = { checkMs: 30_000, restartMs: 5000, pollMs: 5000 }

/**
 * In batches, or the library awaits nothing: an end that cannot be stored would end the process, not only the worker,
 * and one run would return before the ends of its jobs are stored.
 */
const AWAITED = { completeJobBatchDelay: 0, failJobBatchDelay: 0 }

const MINUTE_MS = 60_000

/** graphile-worker keeps its tables in a separate schema. */
export async function migrateJobs(pool: Pool): Promise<void> {
  await runMigrations({ pgPool: pool, logger: new Logger(() => () => {}) })
}

/**
 * Runs jobs until stopped; several processes may share the queue. An error that ends the worker does
 * not end the portal: the worker starts again.
 */
export async function startWorker(
  pool: Pool,
  { tasks, slow = new Set(), crontab = '', waitingFlags = async () => [] }: Jobs,
  log: Log,
  times: Partial<Times> = {},
): Promise<Worker> {
  const pick = (isPicked: (name: string) => boolean): TaskList =>
    storable(Object.fromEntries(Object.entries(tasks).filter(([name]) => isPicked(name))))
  const noFlags = async () => []
  const lanes: Lane[] = [
    {
      tasks: pick((name) => !slow.has(name)),
      concurrency: SLOTS.quick,
      crontab,
      waitingFlags: noFlags,
    },
    { tasks: pick((name) => slow.has(name)), concurrency: SLOTS.slow, crontab: '', waitingFlags },
  ]
  const workers: Worker[] = []
  const stop = async () => {
    await Promise.all(workers.map((worker) => worker.stop()))
  }
  try {
    for (const lane of lanes.filter(hasTasks)) {
      workers.push(await startLane(pool, lane, log, { ...TIMES, ...times }))
    }
  } catch (error) {
    await stop()
    throw error
  }
  return { stop }
}

interface Worker {
  stop: () => Promise<void>
}

/** Tasks that share slots. */
interface Lane extends Required<Omit<Jobs, 'slow'>> {
  concurrency: number
}

/** The library does not run without. */
function hasTasks({ tasks }: Lane): boolean {
  return Object.keys(tasks).length > 0
}

async function startLane(
  pool: Pool,
  lane: Lane,
  log: Log,
  { checkMs, restartMs, pollMs }: Times,
): Promise<Worker> {
  const stopping = new AbortController()
  const start = () => startRunner(pool, lane, log, pollMs)
  let starting = start()
  let runner = await starting
  void runner.ended.then(startAgain)
  const checking = setInterval(() => {
    check().catch((error: unknown) => log.warn(`the check for lost jobs failed: ${error}`))
  }, checkMs)

  let checkedAt = Date.now()
  async function check(): Promise<void> {
    const isSetBack = Date.now() < checkedAt - MINUTE_MS
    checkedAt = Date.now()
    await Promise.all([releaseJobs(pool, log), runner.stopIfJobsAreLost()])
    const wasAhead = lane.crontab !== '' && (await returnToPresent(pool))
    if (!isSetBack && !wasAhead) return
    // The library waits for the minute that the clock showed, also without a schedule.
    log.warn('the clock was set back')
    await runner.stop()
  }

  async function startAgain(): Promise<void> {
    if (stopping.signal.aborted) return
    log.warn('the worker ended and will be started again')
    await delay(restartMs, null, { signal: stopping.signal }).catch(() => {})
    if (stopping.signal.aborted) return
    starting = start()
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
      clearInterval(checking)
      // A worker that is restarting would use a pool that is being closed.
      const last = await starting.catch(() => runner)
      await last.stop()
    },
  }
}

async function startRunner(
  pool: Pool,
  { tasks, concurrency, crontab, waitingFlags }: Lane,
  log: Log,
  pollMs: number,
) {
  await releaseJobs(pool, log)
  if (crontab !== '') await returnToPresent(pool)
  const workerLock = Promise.withResolvers<DedicatedConnection>()
  let isRegistered = false
  let name = ''
  const plugin: GraphileConfig.Plugin = {
    name: 'register worker lock',
    version: '1.0.0',
    worker: {
      hooks: {
        // Runs before the first job is taken; jobs are locked by the name of the worker pool.
        startWorker: async (_context, { worker }) => {
          name = worker.workerPool.id
          if (!isRegistered) workerLock.resolve(registerWorkerLock(pool, name))
          isRegistered = true
          await workerLock.promise
        },
      },
    },
  }
  const events: WorkerEvents = new EventEmitter()
  const broken = breakdown(events, concurrency)
  const running = jobsRunning(events)
  const runner = await run({
    pgPool: pool,
    taskList: tasks,
    crontab,
    concurrency,
    forbiddenFlags: waitingFlags,
    pollInterval: pollMs,
    events,
    // `cli/serve.ts` handles signals.
    noHandleSignals: true,
    logger: loggerOf(log),
    preset: { plugins: [plugin], worker: AWAITED },
  })
  // The library has logged the reason.
  const ended = Promise.race([runner.promise.catch(() => {}), broken]).finally(() =>
    workerLock.promise.then(
      (session) => session.end(),
      () => {},
    ),
  )
  const stop = async () => {
    // `stop` of a runner that ended by itself rejects or never resolves.
    await Promise.race([runner.stop().catch(() => {}), broken])
    await ended
  }
  try {
    await workerLock.promise
  } catch (error) {
    await stop()
    throw error
  }
  let missing: string[] = []
  /**
   * Stops this runner, whose successor releases its jobs, when jobs are locked by it that never reached it
   * because the connection broke; the library would wait four hours. Only at the second check: the answer
   * may still be on its way.
   */
  const stopIfJobsAreLost = async () => {
    const locked = await listJobsOf(pool, name)
    const lost = missing.filter((id) => locked.includes(id) && !running.has(id))
    missing = locked.filter((id) => !running.has(id))
    if (lost.length === 0) return
    log.warn('the worker lost jobs')
    await stop()
  }
  return { ended, stop, stopIfJobsAreLost }
}

/** The ids of the running jobs. */
function jobsRunning(events: WorkerEvents): ReadonlySet<string> {
  const running = new Set<string>()
  events.on('job:start', ({ job }) => running.add(job.id))
  events.on('job:complete', ({ job }) => running.delete(job.id))
  return running
}

/**
 * Resolves when the completion of a job could not be stored and all workers have stopped. The library's
 * own promise may stay pending: it miscounts when two completions fail at once.
 */
function breakdown(events: WorkerEvents, concurrency: number): Promise<void> {
  return new Promise((done) => {
    let isBroken = false
    let stopped = 0
    const check = () => {
      if (isBroken && stopped === concurrency) done()
    }
    events.on('pool:fatalError', () => {
      isBroken = true
      check()
    })
    events.on('worker:stop', () => {
      stopped++
      check()
    })
  })
}

async function releaseJobs(pool: Pool, log: Log): Promise<void> {
  const dead = await releaseOrphanedJobs(pool)
  if (dead.length > 0) log.warn('released jobs of a dead process')
}

/** Runs the jobs that are due now, then returns. */
export async function workOnce(pool: Pool, tasks: TaskList, log: Log): Promise<void> {
  const taskList = storable(tasks)
  const preset = { worker: AWAITED }
  // The library skips a queue whose previous job is still being completed.
  do await runOnce({ pgPool: pool, taskList, noHandleSignals: true, logger: loggerOf(log), preset })
  while (await isAnyJobDue(pool))
}

function loggerOf(log: Log): Logger {
  return new Logger(({ label }) => (level, message) => {
    if (level === 'error') log.error(message)
    else if (level === 'warning') log.warn(message)
    // Only messages of the portal's jobs; the library's own are debug.
    else if (level === 'info' && label === 'job') log.info(message)
    else log.debug(message)
  })
}

/**
 * An error may quote what another system answered. PostgreSQL stores neither NUL nor half a character, and a failure
 * that cannot be stored would end the worker.
 */
function storable(tasks: TaskList): TaskList {
  const wrapped = Object.entries(tasks).map(([name, task]): [string, TaskList[string]] => [
    name,
    async (...given) => {
      try {
        return await task?.(...given)
      } catch (error) {
        if (error instanceof Error) {
          error.message = error.message.replaceAll('\0', ' ').toWellFormed()
        }
        throw error
      }
    },
  ])
  return Object.fromEntries(wrapped)
}
