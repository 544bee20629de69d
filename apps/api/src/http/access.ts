import type { User } from '@carpeta/contract/auth/auth-schemas'
import type { Access } from '@carpeta/contract/endpoint'
import { can } from '@carpeta/domain/access/permissions'
import { viewAsMessages } from '@carpeta/domain/access/view-as-rules'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Forbidden, NotSignedIn, Refused } from './errors.ts'

/** Who a call comes from. */
export interface Principal {
  /** Whose portal it is: of a view as a member, the member. */
  user: User
  /** Who of the staff is looking at it, in a view as a member (docs/decisions/0016). */
  viewer: User | null
}

export interface Session extends Principal {
  idHash: string
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** Whoever's own id stands in the address (`:id`) may too. */
    orSelf?: boolean
    /** Works in a view as a member too: what shows the folder, and the ways out. */
    inView?: boolean
    /** The screen maps `{"field": ["…"]}` answers of this call (wire.md §1.2). */
    fieldErrors?: boolean
  }
  interface FastifyRequest {
    /** Filled in `app.ts` when the cookie of a live session came along. */
    session: Session | null
  }
}

/** Refuses to assemble an API with a route that does not say who may use it. */
export function requireAccessOnEveryRoute(app: FastifyInstance): void {
  app.addHook('onRoute', ({ url, config }) => {
    if (url.startsWith('/api/') && !config?.access) throw new Error(`${url} names no access`)
  })
}

/** 401: the first thing that is decided, before the CSRF token is looked at (wire.md §10). */
export function requireSession(request: FastifyRequest): void {
  const access = request.routeOptions.config.access ?? 'public'
  if (access !== 'public' && request.session === null) throw new NotSignedIn()
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/** 403: of a view as a member nothing comes but looking, and only at what a route says is shown. */
export function refuseOutsideView(request: FastifyRequest): void {
  if (!request.session?.viewer) return
  const { access, inView = false } = request.routeOptions.config
  const isSafe = SAFE.has(request.method)
  if (inView || (isSafe && access === 'public')) return
  throw new Refused(isSafe ? viewAsMessages.notShown : viewAsMessages.readOnly, 403)
}

/** 403: after CSRF, before the body is read. */
export function requirePermission(request: FastifyRequest): void {
  const { access = 'public', orSelf } = request.routeOptions.config
  if (access === 'public' || access === 'user') return
  if (request.session === null) throw new NotSignedIn()
  const { user } = request.session
  if (orSelf && isSelf(user, request.params as { id?: string })) return
  if (!isAllowed(user, access)) throw new Forbidden()
}

function isAllowed(user: User, access: Exclude<Access, 'public' | 'user'>): boolean {
  if (access === 'client') return user.profile.is_client
  return access === 'superuser' ? user.is_superuser : can(user, access)
}

/** Whether the `:id` of a path is the user's own. */
export function isSelf(user: User, { id }: { id?: string }): boolean {
  return id === String(user.id)
}
