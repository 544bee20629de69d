import type { FastifyInstance } from 'fastify'
import { isApiCall, observedCall } from './observed-call.ts'

/** One line for each call of the API; one for a page or a file only at `debug`. */
export function logCalls(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { user, viewer } = request.session ?? {}
    const call = {
      ...observedCall(request, reply),
      durationMs: Math.round(reply.elapsedTime),
      userId: viewer?.id ?? user?.id ?? null,
    }
    if (isApiCall(request)) request.log.info(call, 'call')
    else request.log.debug(call, 'page')
  })
}
