import * as endpoints from '@carpeta/contract/health/health-endpoints'
import { definitions } from '@carpeta/contract/health/health-schemas'
import { rootCause } from '../db/client.ts'
import { ping } from '../db/ping.ts'
import type { Api } from '../http/api.ts'
import { serve } from '../http/serve.ts'

/** Liveness and readiness, for load balancers and monitors. */
export function healthRoutes(api: Api): void {
  serve(api, endpoints, definitions, {
    checkHealth: () => ({ status: 'ok' }),
    checkReady: async ({ request, reply }) => {
      try {
        await ping(api.db)
        return { status: 'ok' }
      } catch (error) {
        request.log.warn({ err: rootCause(error) }, 'not ready')
        return reply.code(503).send({ status: 'missing: database' })
      }
    },
  })
}
