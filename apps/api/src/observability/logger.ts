import { format } from 'node:util'
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import type { Config } from '../config/config.ts'
import { rootCause } from '../db/client.ts'
import { presentTraceId } from '../db/spans.ts'

export type { Logger }

/** One JSON line an event, without cookies, tokens and queries (docs/security.md 11.1). */
export function openLog(
  { logLevel }: Pick<Config, 'logLevel'>,
  destination: DestinationStream = pino.destination(1),
): Logger {
  const options: LoggerOptions = {
    level: logLevel,
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: () => {
      const traceId = presentTraceId()
      return traceId === null ? {} : { traceId }
    },
    formatters: { level: (label) => ({ level: label }) },
    serializers: {
      // For the library's own lines; an address may hold a token.
      req: ({ method }) => ({ method }),
      res: ({ statusCode }) => ({ status: statusCode }),
      err: pino.stdSerializers.err,
    },
  }
  return pino(options, destination)
}

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
