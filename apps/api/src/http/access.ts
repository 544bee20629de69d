import type { User } from '@carpeta/contract/auth'
import { type Access, id as idSchema, type PendingStep } from '@carpeta/contract/endpoint'
import { temporaryPasswordMessages } from '@carpeta/domain/access/password-rules'
import { can } from '@carpeta/domain/access/permissions'
import { secondFactorMessages } from '@carpeta/domain/access/second-factor-rules'
import { viewAsMessages } from '@carpeta/domain/access/view-as-rules'
import type { Refusal } from '@carpeta/domain/errors/refusal'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Forbidden, NotFound, NotSignedIn, Refused } from './errors.ts'

/** A program's token, which allows nothing but to load exports. */
export interface ImportToken {
  id: number
  name: string
  /** Its beginning, by which people recognise it. */
  prefix: string
}

/** The user behind a session. */
export interface Principal {
  /** The owner of the data; in a view as a member, the member. */
  user: User
  /** The staff user in a view as a member (docs/decisions/sessions.md). */
  viewer: User | null
}

export interface Session extends Principal {
  /** Stays when the session gets a new id. */
  number: number
  idHash: string
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** Also allows the user whose own id is the `:id` of the path. */
    orSelf?: boolean
    /** The session is not looked for: a call that must answer without the database. */
    withoutSession?: boolean
    /** Allowed in a view as a member too. */
    inView?: boolean
    /** Allowed although these steps are pending. */
    allowedBefore?: readonly PendingStep[]
    /** The screen maps `{"field": ["…"]}` answers of this call (docs/specification.md §11.3). */
    fieldErrors?: boolean
  }
  interface FastifyRequest {
    /** Set in `app.ts` for the calls of programs; these have no session. */
    importToken: ImportToken | null
    /** Set in `app.ts` when the call carries the cookie of a valid session. */
    session: Session | null
  }
}

/** Fails at start when a route of the API declares no access, or one that it cannot check. */
export function requireAccessOnEveryRoute(app: FastifyInstance): void {
  app.addHook('onRoute', ({ url, config }) => {
    if (url.startsWith('/api/') && !config?.access) throw new Error(`${url} declares no access`)
    if (config?.withoutSession && !isWithoutUser(config.access ?? 'public'))
      throw new Error(`${url} is not public`)
  })
}

/** 401: checked first, before the CSRF token (docs/specification.md §11.1). */
export function requireSession(request: FastifyRequest): void {
  const access = request.routeOptions.config.access ?? 'public'
  if (!isWithoutUser(access) && request.session === null) throw new NotSignedIn()
}

/** Calls that no user's session is needed for. */
function isWithoutUser(access: Access): boolean {
  return access === 'public' || access === 'import_token'
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

function mayChangeData({ method }: FastifyRequest): boolean {
  return !SAFE.has(method)
}

/** 403: a view as a member only reads, and only routes that allow it. */
export function refuseOutsideView(request: FastifyRequest): void {
  if (!request.session?.viewer) return
  const { access, inView = false } = request.routeOptions.config
  const isSafe = !mayChangeData(request)
  if (inView || (isSafe && access === 'public')) return
  throw new Refused(isSafe ? viewAsMessages.notShown : viewAsMessages.readOnly, 403)
}

interface Step {
  name: PendingStep
  isPending: (user: User) => boolean
  refusal: Refusal
}

/** In the order in which an account takes them. */
const steps: readonly Step[] = [
  {
    name: 'password_change',
    isPending: (user) => user.must_change_password === true,
    refusal: temporaryPasswordMessages.mustChange,
  },
  {
    name: 'second_factor_enrollment',
    isPending: (user) => user.must_enroll_second_factor === true,
    refusal: secondFactorMessages.enrollmentRequired,
  },
]

/** 403: an account with a pending step uses only the calls that allow it. Public calls ask nobody. */
export function refusePendingSteps(request: FastifyRequest): void {
  const { access = 'public', allowedBefore = [] } = request.routeOptions.config
  if (access === 'public' || request.session === null) return
  // In a view as a member the steps of the staff user count.
  const { user, viewer } = request.session
  const pending = steps.find(
    ({ name, isPending }) => !allowedBefore.includes(name) && isPending(viewer ?? user),
  )
  if (pending) throw new Refused(pending.refusal, 403)
}

/** 403: after CSRF, before the body is read. */
export function requirePermission(request: FastifyRequest): void {
  const { access = 'public' } = request.routeOptions.config
  if (access === 'public' || access === 'user') return
  if (request.session === null) throw new NotSignedIn()
  requireAccess(request.session.user, requiredAccess(request))
}

/** What the call needs: of the user whose own `:id` is in the path it may need less. */
export function requiredAccess({ routeOptions, params, session }: FastifyRequest): Access {
  const { access = 'public', orSelf } = routeOptions.config
  if (!orSelf || session === null) return access
  return isSelf(session.user, params as { id?: string }) ? 'user' : access
}

/** @throws {Forbidden} */
export function requireAccess(user: User, access: Access): void {
  if (!isAllowed(user, access)) throw new Forbidden()
}

function isAllowed(user: User, access: Access): boolean {
  if (access === 'public' || access === 'user') return true
  if (access === 'import_token') return false
  if (access === 'client') return user.profile.is_client
  return access === 'superuser' ? user.is_superuser : can(user, access)
}

/** Whether the `:id` of a path is the user's own. */
export function isSelf(user: User, { id }: { id?: string }): boolean {
  return id === String(user.id)
}

/** Reads an id of a path in its only valid spelling. @throws {NotFound} for any other text */
export function readId(text: string): number {
  const parsed = idSchema.safeParse(text)
  if (!parsed.success || String(parsed.data) !== text) throw new NotFound()
  return parsed.data
}
