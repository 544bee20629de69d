import { setTimeout as delay } from 'node:timers/promises'
import { type Database, rootCause } from '../db/client.ts'
import { readSchemaState } from '../db/schema-state.ts'
import { ping } from '../db/server-store.ts'
import { isAnyWorkerRunning } from '../jobs/jobs-store.ts'

/** In the order in which they are named. */
const parts = ['database', 'migrations', 'worker', 'storage'] as const

type Part = (typeof parts)[number]

interface Services {
  db: Database
  storage: { check: () => Promise<void> }
  /** Whether this process runs jobs, so that a worker is to be expected. */
  runsJobs: boolean
}

interface ReadinessTimes {
  /** How long a worker may be away: one that ended starts again within seconds. */
  workerMs: number
  /** How long an answer of the storage counts: a check writes a file. */
  storageMs: number
  /** How long the storage may take to answer: on a busy machine seconds. Within the limit of Docker's health check. */
  storageTimeoutMs: number
}

const readinessTimes: ReadinessTimes = {
  workerMs: 60_000,
  storageMs: 10_000,
  storageTimeoutMs: 8000,
}

/** The reasons why this process cannot serve, with their causes; empty when it can. */
export type Readiness = () => Promise<Map<Part, unknown>>

export function readinessOf(
  { db, storage, runsJobs }: Services,
  { workerMs, storageMs, storageTimeoutMs }: ReadinessTimes = readinessTimes,
): Readiness {
  let workerSeen = performance.now()
  let storageAsked = Number.NEGATIVE_INFINITY
  let stored: Promise<void> = Promise.resolve()

  /** Without the database nothing is known of what it holds. */
  async function examineDatabase(missing: Map<Part, unknown>): Promise<void> {
    await ping(db)
    // A newer portal may have migrated it already: during an upgrade both serve.
    const { pending } = await readSchemaState(db)
    if (pending > 0) missing.set('migrations', new Error(`${pending} are not applied`))
    if (!runsJobs) return
    if (await isAnyWorkerRunning(db)) workerSeen = performance.now()
    else if (performance.now() - workerSeen > workerMs) {
      missing.set('worker', new Error('none has run for a minute'))
    }
  }

  function examineStorage(): Promise<void> {
    if (performance.now() - storageAsked > storageMs) {
      storageAsked = performance.now()
      const answer = storage.check()
      const inTime = Promise.race([answer, lateAfter(storageTimeoutMs)])
      stored = inTime
      // Asked for below, and by later calls. An answer that comes late counts from then on.
      inTime.catch(() =>
        answer.then(
          () => {
            if (stored === inTime) stored = answer
          },
          () => {},
        ),
      )
    }
    return stored
  }

  async function examine(): Promise<Map<Part, unknown>> {
    const missing = new Map<Part, unknown>()
    const note = (part: Part) => (error: unknown) => void missing.set(part, rootCause(error))
    await Promise.all([
      examineDatabase(missing).catch(note('database')),
      examineStorage().catch(note('storage')),
    ])
    return new Map(parts.flatMap((part) => (missing.has(part) ? [[part, missing.get(part)]] : [])))
  }

  // Anybody may ask, as often as he likes: who asks meanwhile gets the same answer.
  let examining: ReturnType<typeof examine> | null = null
  return () => {
    examining ??= examine().finally(() => {
      examining = null
    })
    return examining
  }
}

async function lateAfter(ms: number): Promise<never> {
  await delay(ms, undefined, { ref: false })
  throw new Error('the storage does not answer')
}
