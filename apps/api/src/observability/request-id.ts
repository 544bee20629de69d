import { randomInt } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { isApiCall } from './observed-call.ts'

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
  app.addHook('onRequest', async (request, reply) => {
    if (isApiCall(request)) reply.header('x-request-id', request.id)
  })
}

function randomPart(): string {
  return Array.from({ length: PART }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}
