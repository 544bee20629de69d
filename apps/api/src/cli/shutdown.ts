import { setTimeout as delay } from 'node:timers/promises'
import { rootCause } from '../db/client.ts'
import type { App } from '../http/api.ts'
import type { Logger } from '../observability/logger.ts'

/** Milliseconds after the signal to stop. */
interface StopTimes {
  /** Calls whose bodies have arrived by then are finished; other connections are cut. */
  callsMs: number
  /** Jobs that are not finished by then run again at the next start. */
  jobsMs: number
  /** The process ends in any state. What is in a transaction is rolled back. */
  totalMs: number
}

/** Bodies that are no uploads arrive or end within 15 seconds (`http/bodies.ts`). */
export const stopTimes: StopTimes = { callsMs: 16_000, jobsMs: 21_000, totalMs: 25_000 }

const IDLE_CHECK_MS = 200

export interface RunningParts {
  /** @param byMs after this time of the whole stop the next part is stopped too */
  add: (byMs: number, stop: () => Promise<void>) => void
  /** Stops in the opposite order. @throws the first error, after all have been stopped */
  stop: () => Promise<void>
}

/** The parts of a running process. The others stop even if one does not stop in time. */
export function runningParts(): RunningParts {
  const parts: { byMs: number; stop: () => Promise<void> }[] = []
  let stopping: Promise<void> | undefined
  const stopAll = async () => {
    const begun = performance.now()
    const errors: unknown[] = []
    for (let part = parts.pop(); part; part = parts.pop()) {
      const late = new AbortController()
      const remainingMs = Math.max(0, part.byMs - (performance.now() - begun))
      await Promise.race([
        part.stop().catch((error: unknown) => void errors.push(error)),
        delay(remainingMs, undefined, { signal: late.signal }).catch(() => {}),
      ])
      late.abort()
    }
    if (errors.length > 0) throw errors[0]
  }
  return {
    add: (byMs, stop) => void parts.push({ byMs, stop }),
    stop: () => {
      stopping ??= stopAll()
      return stopping
    },
  }
}

/** Lets running calls finish, then cuts the connections that are left. */
export async function closeApp(app: App, callsMs: number): Promise<void> {
  const { server } = app
  // Node closes idle connections once, and not those that become idle afterwards.
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS)
  const cut = setTimeout(() => server.closeAllConnections(), callsMs)
  try {
    await app.close()
  } finally {
    clearInterval(idle)
    clearTimeout(cut)
  }
}

/** Ends the process once `stop` has, and after `totalMs` in any state. */
export function stopOnSignal(stop: () => Promise<void>, totalMs: number, log: Logger): void {
  let stopping = false
  const onSignal = (signal: NodeJS.Signals) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => {
      console.error(
        `No todo se detuvo en ${totalMs / 1000} segundos; lo que quedó a medias se deshace.`,
      )
      process.exit(1)
    }, totalMs)
    stop().then(
      () => {
        log.info('stopped')
        process.exit(0)
      },
      (error: unknown) => {
        log.error({ err: rootCause(error) }, 'stopped with an error')
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  // The end of a terminal or of an SSH connection.
  process.on('SIGHUP', onSignal)
}
