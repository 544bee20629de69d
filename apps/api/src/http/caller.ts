import { isIP } from 'node:net'
import type { User } from '@carpeta/contract/auth'
import type { Access } from '@carpeta/contract/endpoint'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Config } from '../config/config.ts'
import { requiredAccess } from './access.ts'
import { NotSignedIn } from './errors.ts'

/** The part of a caller that the audit log stores. */
export interface AuditActor {
  /** The acting user; in a view as a member, the staff user. Null for an anonymous caller. */
  id: number | null
  /** In a view as a member, the member. */
  onBehalfOfId: number | null
  address: string
  requestId: string
}

/** The user who calls an action, with address and session. */
export interface Caller extends AuditActor {
  /** The owner of the data; in a view as a member, the member. */
  user: User | null
  /** The staff user who views the portal as a member (docs/decisions/sessions.md). */
  viewer: User | null
  sessionHash: string | null
  /** The session's number, which stays when it gets a new id. */
  sessionNumber: number | null
  /** The access that the call requires. */
  access: Access
  userAgent: string
}

export interface SignedInCaller extends Caller {
  id: number
  user: User
  sessionHash: string
  sessionNumber: number
}

/** A command on the cooperative's server. */
export const operator: Caller = {
  id: null,
  onBehalfOfId: null,
  user: null,
  viewer: null,
  sessionHash: null,
  sessionNumber: null,
  access: 'public',
  address: '',
  userAgent: '',
  requestId: '',
}

export function callerOf(request: FastifyRequest): Caller {
  const { user = null, viewer = null, idHash = null, number = null } = request.session ?? {}
  return {
    id: viewer?.id ?? user?.id ?? null,
    onBehalfOfId: viewer ? (user?.id ?? null) : null,
    user,
    viewer,
    sessionHash: idHash,
    sessionNumber: number,
    access: requiredAccess(request),
    address: request.clientAddress,
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

/** The same caller without a session: a link or a password counts, not the cookie. */
export function anonymous(caller: Caller): Caller {
  const { address, userAgent, requestId } = caller
  return { ...operator, address, userAgent, requestId }
}

/** The part of a caller that may be stored in a job. */
export function auditActor({ id, onBehalfOfId, address, requestId }: Caller): AuditActor {
  return { id, onBehalfOfId, address, requestId }
}

/** Proxies whose forwarded addresses are trusted. `true` is one proxy: the client may forge the rest. */
export function trustedProxies({ trustProxy }: Pick<Config, 'trustProxy'>) {
  return trustProxy === true ? (_address: string, hop: number) => hop < 1 : trustProxy
}

declare module 'fastify' {
  interface FastifyRequest {
    clientAddress: string
  }
}

/** Notes each caller's address while the connection is open: it is unknown once a client has left. */
export function noteAddresses(app: FastifyInstance): void {
  app.decorateRequest('clientAddress', '')
  app.addHook('onRequest', (request, _reply, done) => {
    request.clientAddress = addressOf(request)
    done()
  })
}

/** The visitor's address in its one spelling; the proxy's own when the forwarded one is not valid. */
function addressOf({ ip, socket }: { ip?: string; socket: FastifyRequest['socket'] }): string {
  return normalAddress(ip ?? '') ?? normalAddress(socket.remoteAddress ?? '') ?? ''
}

/**
 * One spelling for each address: lower case, shortened, without zone or port, and IPv4 for an IPv4
 * address that is written as IPv6. Null when it is no address.
 */
export function normalAddress(text: string): string | null {
  const address = text
    .replace(/^\[(.*)\](:\d+)?$/s, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/%.*$/s, '')
  // The library alone would also accept octal, hexadecimal and shortened IPv4 addresses.
  return isIP(address) === 0 ? null : ipaddr.process(address).toString()
}

interface AddressNetworks {
  /** An IPv4 address, or the /64 of an IPv6 one: a single customer has at least a /64. */
  visitor: string
  /** The /48 of an IPv6 address, the largest network of one customer; null for IPv4. */
  site: string | null
}

export function networksOf(address: string): AddressNetworks {
  const normal = normalAddress(address)
  if (normal === null || !ipaddr.IPv6.isValid(normal)) {
    return { visitor: normal ?? address, site: null }
  }
  return { visitor: networkOf(normal, 64), site: networkOf(normal, 48) }
}

function networkOf(address: string, bits: number): string {
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`)}/${bits}`
}
