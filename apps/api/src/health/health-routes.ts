import { z } from 'zod'
import type { Api } from '../app.ts'
import { rootCause } from '../db/client.ts'
import { ping } from '../db/ping.ts'

const status = z.object({ status: z.string() })

/** For balancers and monitors: alive, and ready to serve. Up or down, nothing more. */
export function healthRoutes({ app, db }: Api): void {
  app.get(
    '/api/health/',
    {
      config: { access: 'public' },
      schema: { summary: 'El proceso vive', response: { 200: status } },
    },
    async () => ({ status: 'ok' }),
  )
  app.get(
    '/api/health/ready/',
    {
      config: { access: 'public' },
      schema: { summary: 'Puede atender', response: { 200: status, 503: status } },
    },
    async (request, reply) => {
      try {
        await ping(db)
        return { status: 'ok' }
      } catch (error) {
        request.log.warn({ err: rootCause(error) }, 'not ready')
        return reply.code(503).send({ status: 'missing: database' })
      }
    },
  )
}
