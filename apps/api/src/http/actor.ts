import type { FastifyRequest } from 'fastify'
import { signedIn } from './access.ts'
import { clientAddress } from './client-address.ts'

/** Who acts, from where and in which request: what the trail keeps of it. */
export interface Actor {
  /** Null for somebody who has not logged in. */
  id: number | null
  /** The member as whom staff are looking. */
  onBehalfOfId: number | null
  address: string
  requestId: string
}

export function actorOf(request: FastifyRequest): Actor {
  const { user, viewer } = request.session ?? {}
  return {
    id: viewer?.id ?? user?.id ?? null,
    onBehalfOfId: viewer ? (user?.id ?? null) : null,
    address: clientAddress(request),
    requestId: request.id,
  }
}

/** Whoever is logged in, where somebody has to be. */
export function personOf(request: FastifyRequest): Actor & { id: number } {
  return { ...actorOf(request), id: signedIn(request).user.id }
}

/** Whoever opens a link or types a password: until that fits he is nobody, whatever cookie came along. */
export function anonymousActor(request: FastifyRequest): Actor {
  return { ...actorOf(request), id: null, onBehalfOfId: null }
}
