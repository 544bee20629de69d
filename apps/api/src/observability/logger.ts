import type { FastifyServerOptions } from 'fastify'
import type { Config } from '../config/config.ts'

/** One JSON line an event, without cookies, tokens and queries (docs/security.md 11.1). */
export function loggerFor(config: Config): FastifyServerOptions['logger'] {
  if (config.logLevel === 'silent') return false
  return {
    level: config.logLevel,
    serializers: {
      req: (request) => ({
        method: request.method,
        path: request.url.split('?')[0],
        address: request.ip,
      }),
    },
  }
}
