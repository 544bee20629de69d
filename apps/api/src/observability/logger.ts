import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import type { Config } from '../config/config.ts'
import { presentTraceId } from './tracing/spans.ts'

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
      // Of the library's own lines; an address may hold a token.
      req: ({ method }) => ({ method }),
      res: ({ statusCode }) => ({ status: statusCode }),
      err: pino.stdSerializers.err,
    },
  }
  return pino(options, destination)
}
