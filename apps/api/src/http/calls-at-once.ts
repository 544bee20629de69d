import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { networksOf } from './caller.ts'
import { Throttled } from './errors.ts'

/** Calls that are under way at the same time in one process; further ones get a 429. */
export interface CallsAtOnce {
  /** Of one session: a page sends about ten, and a browser may open several tabs again at once. */
  ofSession: number
  /** For callers without a session, by address: an office may share one, and an IPv6 visitor has a whole /64. */
  ofAddress: number
}

export const callsAtOnce: CallsAtOnce = { ofSession: 60, ofAddress: 300 }

const RETRY_SECONDS = 2
/** Also of `deploy/nginx/carpeta.conf`. */
export const callsAtOnceMessage =
  'Hay demasiadas consultas a la vez. Inténtalo de nuevo en unos segundos.'

/** Counts the calls under way, so that one session's leave the others their turn. */
export function countCalls({ ofSession, ofAddress }: CallsAtOnce) {
  const calls = new Map<string, number>()

  function enter(reply: FastifyReply, owner: string, max: number): void {
    const others = calls.get(owner) ?? 0
    if (others >= max) throw new Throttled(RETRY_SECONDS, callsAtOnceMessage)
    calls.set(owner, others + 1)
    // Also when the client goes away before the end.
    reply.raw.once('close', () => {
      const left = (calls.get(owner) ?? 1) - 1
      if (left === 0) calls.delete(owner)
      else calls.set(owner, left)
    })
  }

  return {
    /** Before the session is looked for, so that a flood does not reach the database. @throws {Throttled} */
    ofSession: (reply: FastifyReply, cookie: string) =>
      enter(reply, `session ${cookie}`, ofSession),
    /** @throws {Throttled} */
    ofAddress: (reply: FastifyReply, address: string) =>
      enter(reply, `address ${networksOf(address).visitor}`, ofAddress),
  }
}

/** Unanswered calls on one connection: browsers and proxies wait for each answer. */
const CALLS_OF_CONNECTION = 20

/**
 * Ends a connection that brings calls without waiting for their answers: Node begins all of a chunk, some thousand, before
 * anybody else's turn. Registered first.
 */
export function refusePipelines(app: FastifyInstance): void {
  const calls = new WeakMap<Socket, number>()
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw
    const others = calls.get(socket) ?? 0
    if (socket.destroyed || others >= CALLS_OF_CONNECTION) {
      reply.hijack()
      socket.destroy()
      return
    }
    calls.set(socket, others + 1)
    reply.raw.once('close', () => calls.set(socket, (calls.get(socket) ?? 1) - 1))
    done()
  })
}
