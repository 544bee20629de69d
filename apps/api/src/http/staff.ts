import type { User } from '@carpeta/contract/auth'
import type { FastifyRequest } from 'fastify'
import { signedIn } from './access.ts'
import { type Actor, actorOf } from './actor.ts'

/** Who acts: the person with his rights, and what the trail keeps of him. */
export interface Staff {
  user: User
  actor: Actor
}

export function staffOf(request: FastifyRequest): Staff {
  return { user: signedIn(request).user, actor: actorOf(request) }
}
