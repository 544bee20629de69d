import type { FastifyInstance } from 'fastify'
import { sendJson } from './error-handler.ts'

/** A browser's preflight gets no body; any other OPTIONS call gets JSON like every answer. */
export function answerOptions(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'OPTIONS') return
    const isPreflight = request.headers['access-control-request-method'] !== undefined
    return isPreflight ? reply.code(200).send() : sendJson(reply, 200, {})
  })
}
