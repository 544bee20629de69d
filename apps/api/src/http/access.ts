import type { User } from '@carpeta/contract/auth'
import type { Permission } from '@carpeta/domain/permissions'
import { can } from '@carpeta/domain/permissions'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Forbidden, NotSignedIn } from './errors.ts'

/**
 * Who may use a route; every route says so in its `config`.
 * `public` anyone · `user` whoever is logged in · `client` a member (`profile.is_client`) ·
 * `superuser` · otherwise the permission's name.
 */
export type Access = 'public' | 'user' | 'client' | 'superuser' | Permission

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** Whoever's own id stands in the address (`:id`) may too. */
    orSelf?: boolean
    /** The screen maps `{"field": ["…"]}` answers of this call (wire.md §1.2). */
    fieldErrors?: boolean
  }
  interface FastifyRequest {
    /** Filled in `app.ts` when the cookie of a live session came along. */
    session: { idHash: string; user: User } | null
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

/** 403: after CSRF, before the body is read. */
export function requirePermission(request: FastifyRequest): void {
  const { access = 'public', orSelf } = request.routeOptions.config
  if (access === 'public' || access === 'user') return
  const { user } = signedIn(request)
  if (!(orSelf && isSelf(request)) && !isAllowed(user, access)) throw new Forbidden()
}

function isAllowed(user: User, access: Exclude<Access, 'public' | 'user'>): boolean {
  if (access === 'client') return user.profile.is_client
  return access === 'superuser' ? user.is_superuser : can(user, access)
}

/** Whether the `:id` of the address is one's own. */
export function isSelf(request: FastifyRequest): boolean {
  const { id } = request.params as { id?: string }
  return id === String(signedIn(request).user.id)
}

/** The session of a route that requires one. */
export function signedIn(request: FastifyRequest): { idHash: string; user: User } {
  if (request.session === null) throw new NotSignedIn()
  return request.session
}
