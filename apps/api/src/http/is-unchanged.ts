import type { FastifyRequest } from 'fastify'

/** Whether the client says that it has the answer with this strong validator (RFC 9110 §13.1.2). */
export function isUnchanged({ headers }: FastifyRequest, etag: string): boolean {
  const known = headers['if-none-match']
  if (known === undefined) return false
  return known.split(',').some((each) => each.trim().replace(/^W\//, '') === etag)
}
