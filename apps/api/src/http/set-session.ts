import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Api } from './api.ts'

/** Sets the cookie of a new session and a CSRF token bound to it. */
export function setSession(
  { cookies, csrf }: Pick<Api, 'cookies' | 'csrf'>,
  request: FastifyRequest,
  reply: FastifyReply,
  sessionId: string,
): void {
  cookies.setSession(reply, sessionId)
  csrf.issue(request, reply, sessionId)
}
