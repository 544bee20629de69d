import type { FastifyReply, FastifyRequest } from 'fastify'

/** What logs, metrics and traces tell of a call: nothing that a client chose. */
export interface ObservedCall {
  method: string
  /** The pattern of the endpoint's path, or `unknown`; `page` for pages and their files. */
  route: string
  status: number
}

/** As nginx writes for a client that went away before its answer. */
const CLIENT_CLOSED = 499

const METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'DELETE'])

export function observedCall(request: FastifyRequest, reply: FastifyReply): ObservedCall {
  return {
    method: METHODS.has(request.method) ? request.method : 'other',
    route: routeOf(request),
    status: reply.raw.writableEnded ? reply.statusCode : CLIENT_CLOSED,
  }
}

export function routeOf(request: FastifyRequest): string {
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
