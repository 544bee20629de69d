import { finished } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { clientAddress } from '../client-address.ts'
import { Throttled, Unavailable } from '../errors.ts'

export interface UploadsAtOnce {
  /** Files that arrive at the same time, in one process; further ones get a 503. */
  max: number
  /** Files of one user among them; further ones get a 429. */
  maxOfOwner: number
}

export const uploadsAtOnce: UploadsAtOnce = { max: 200, maxOfOwner: 5 }

const RETRY_SECONDS = 10

/** Bounds the files that arrive at once, each of which takes a file on the disk and a connection. */
export function limitUploads(app: FastifyInstance, { max, maxOfOwner }: UploadsAtOnce): void {
  const uploadsOf = new Map<string, number>()
  let uploads = 0
  app.addHook('preParsing', async (request, reply) => {
    if (request.routeOptions.config.upload !== true) return
    const owner = ownerOf(request)
    const others = uploadsOf.get(owner) ?? 0
    if (uploads >= max) throw new Unavailable('too many uploads at once')
    if (others >= maxOfOwner) throw new Throttled(RETRY_SECONDS)
    uploads += 1
    uploadsOf.set(owner, others + 1)
    finished(reply.raw, () => {
      uploads -= 1
      const left = (uploadsOf.get(owner) ?? 1) - 1
      if (left === 0) uploadsOf.delete(owner)
      else uploadsOf.set(owner, left)
    })
  })
}

function ownerOf(request: FastifyRequest): string {
  const { session, importToken } = request
  return session
    ? `user ${(session.viewer ?? session.user).id}`
    : `token ${importToken?.id ?? clientAddress(request)}`
}
