import type { FastifyInstance } from 'fastify'
import { observedCall } from '../observed-call.ts'
import type { Metrics } from './open-metrics.ts'

export function measureCalls(app: FastifyInstance, { recordCall }: Pick<Metrics, 'recordCall'>) {
  app.addHook('onResponse', async (request, reply) => {
    const codes = String(reply.getHeader('x-error-code') ?? '')
    recordCall({ ...observedCall(request, reply), seconds: reply.elapsedTime / 1000, codes })
  })
}
