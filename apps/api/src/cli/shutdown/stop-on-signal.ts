import { rootCause } from '../../db/client.ts'
import type { Logger } from '../../observability/logger.ts'

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
}
