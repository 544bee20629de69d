import type { User } from '@carpeta/contract/auth/auth-schemas'
import type { FastifyRequest } from 'fastify'
import { clientAddress } from './client-address.ts'
import { NotSignedIn } from './errors.ts'

/** What the audit log keeps of a caller. */
export interface AuditActor {
  /** The user who acts: in a view as a member, the staff user. Null for an anonymous caller. */
  id: number | null
  /** In a view as a member, the member. */
  onBehalfOfId: number | null
  address: string
  requestId: string
}

/** Who calls an action, and from where. */
export interface Caller extends AuditActor {
  /** Whose portal it is: in a view as a member, the member. */
  user: User | null
  /** The staff user who views the portal as a member (docs/decisions/0016). */
  viewer: User | null
  sessionHash: string | null
  userAgent: string
}

export interface SignedInCaller extends Caller {
  id: number
  user: User
  sessionHash: string
}

/** A command on the cooperative's own machine. */
export const operator: Caller = {
  id: null,
  onBehalfOfId: null,
  user: null,
  viewer: null,
  sessionHash: null,
  address: '',
  userAgent: '',
  requestId: '',
}

export function callerOf(request: FastifyRequest): Caller {
  const { user = null, viewer = null, idHash = null } = request.session ?? {}
  return {
    id: viewer?.id ?? user?.id ?? null,
    onBehalfOfId: viewer ? (user?.id ?? null) : null,
    user,
    viewer,
    sessionHash: idHash,
    address: clientAddress(request),
    userAgent: request.headers['user-agent'] ?? '',
    requestId: request.id,
  }
}

export function isSignedIn(caller: Caller): caller is SignedInCaller {
  return caller.user !== null
}

/** @throws {NotSignedIn} */
export function signedIn(caller: Caller): SignedInCaller {
  if (!isSignedIn(caller)) throw new NotSignedIn()
  return caller
}

/** The same caller without a session: a link or a password is checked whatever cookie comes along. */
export function anonymous(caller: Caller): Caller {
  const { address, userAgent, requestId } = caller
  return { ...operator, address, userAgent, requestId }
}

/** What goes into a job: the rest of a caller is not to be stored. */
export function auditActor({ id, onBehalfOfId, address, requestId }: Caller): AuditActor {
  return { id, onBehalfOfId, address, requestId }
}
