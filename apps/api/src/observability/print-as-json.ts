import { format } from 'node:util'
import { rootCause } from '../db/client.ts'
import type { Logger } from './logger.ts'

/** From now on all that this process prints is a line of JSON, warnings of Node and of libraries too. */
export function printAsJson(log: Logger): void {
  const printed = {
    debug: 'debug',
    log: 'info',
    info: 'info',
    warn: 'warn',
    error: 'error',
  } as const
  for (const [method, level] of Object.entries(printed)) {
    console[method as keyof typeof printed] = (...values: unknown[]) =>
      log[level](format(...values))
  }
  // Node's own listener prints text.
  process.removeAllListeners('warning')
  process.on('warning', (warning) => log.warn({ err: warning }, 'warning of Node'))
  process.on('uncaughtException', (error) => {
    log.fatal({ err: rootCause(error) }, 'uncaught exception')
    process.exit(1)
  })
}
