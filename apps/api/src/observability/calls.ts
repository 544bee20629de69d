import { randomInt } from 'node:crypto'
import type { Span } from '@opentelemetry/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { endSpan, startCallSpan, withSpan } from '../db/spans.ts'

/** The facts of a call for logs, metrics and traces: nothing that a client chose. */
interface ObservedCall {
  method: string
  /** The pattern of the endpoint's path, or `unknown`; `page` for pages and their files. */
  route: string
  status: number
}

export interface MeasuredCall extends ObservedCall {
  seconds: number
  /** The answer's `X-Error-Code`. */
  codes: string
}

/** As nginx writes for a client that went away before its answer. */
const CLIENT_CLOSED = 499

const METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'DELETE'])

function observedCall(request: FastifyRequest, reply: FastifyReply): ObservedCall {
  return {
    method: METHODS.has(request.method) ? request.method : 'other',
    route: routeOf(request),
    status: reply.raw.writableEnded ? reply.statusCode : CLIENT_CLOSED,
  }
}

function routeOf(request: FastifyRequest): string {
  const { access } = request.routeOptions.config
  if (access) return request.routeOptions.url ?? 'unknown'
  return isApiCall(request) ? 'unknown' : 'page'
}

/**
 * Judged by the route: its path can be written in many ways (`/%61pi/…`). Every endpoint declares its
 * access, and nothing else does; a call without a route is judged by its path.
 */
export function isApiCall({ url, routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.access !== undefined || url.startsWith('/api/')
}

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

export function measureCalls(
  app: FastifyInstance,
  { recordCall }: { recordCall: (call: MeasuredCall) => void },
) {
  app.addHook('onResponse', async (request, reply) => {
    const codes = String(reply.getHeader('x-error-code') ?? '')
    recordCall({ ...observedCall(request, reply), seconds: reply.elapsedTime / 1000, codes })
  })
}

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

/** Without letters and digits that are mistaken for each other when read aloud. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const PART = 5

/**
 * The name of a call in logs, audit log and answers, which members read to staff as 'Código de ayuda'.
 * Always the portal's own: an id that a client sends is ignored (docs/security.md 11.71).
 */
export function newRequestId(): string {
  return `${randomPart()}-${randomPart()}`
}

/** With every answer of the API, so that the web can show it beside an error. */
export function sendRequestId(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (isApiCall(request)) reply.header('x-request-id', request.id)
    done()
  })
}

function randomPart(): string {
  return Array.from({ length: PART }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}
