import type { Span } from '@opentelemetry/api'
import type { FastifyInstance } from 'fastify'
import { observedCall, routeOf } from '../observed-call.ts'
import { endSpan, startCallSpan, withSpan } from './spans.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Null without tracing. */
    span: Span | null
  }
}

/**
 * A span for each call, without address, query and ids of its path. A trace that a client says it
 * continues is ignored. Registered first: the span ends the last hook's context.
 */
export function traceCalls(app: FastifyInstance): void {
  app.decorateRequest('span', null)
  app.addHook('onRequest', (request, _reply, done) => {
    const route = routeOf(request)
    request.span = startCallSpan(`${request.method} ${route}`, {
      'http.request.method': request.method,
      'http.route': route,
      'carpeta.request_id': request.id,
    })
    withSpan(request.span, done)
  })
  // The reading of a body ends in the context of its connection.
  app.addHook('preValidation', (request, _reply, done) => withSpan(request.span, done))
  app.addHook('onResponse', (request, reply, done) => {
    const { span } = request
    if (span) {
      const { status } = observedCall(request, reply)
      span.setAttribute('http.response.status_code', status)
      endSpan(span, status >= 500)
    }
    withSpan(span, done)
  })
}
