import { endpoints } from '@carpeta/contract/health'
import type { Api } from '../http/api.ts'
import { serve } from '../http/serve.ts'
import type { Readiness } from './readiness.ts'

/** Liveness and readiness, for load balancers and monitors. */
export function healthRoutes({ app }: Pick<Api, 'app'>, readiness: Readiness): void {
  serve({ app }, endpoints, {
    'GET /api/health/': () => ({ status: 'ok' }),
    'GET /api/health/ready/': async ({ request, reply }) => {
      const missing = await readiness()
      if (missing.size === 0) return { status: 'ok' }
      for (const [part, error] of missing) request.log.warn({ part, err: error }, 'not ready')
      return reply.code(503).send({ status: `missing: ${[...missing.keys()].join(', ')}` })
    },
  })
}
