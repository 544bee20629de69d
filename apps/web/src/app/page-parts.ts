import { storedUser } from '../session/stored-user.ts'
import type { LazyPart } from '../ui/lazy-part.tsx'
import { memberArea } from './member-area.ts'
import { type AppRoute, NOT_FOUND, routeOf, screenOf } from './routes.ts'

const FIELD = ':is(input, textarea):read-write, select:enabled'

/** The parts that must be loaded before the prerendered page is hydrated. */
export function pagePartsOf(pathname: string): LazyPart[] {
  const route = routeOf(pathname)
  const screen = screenOf(route)
  return isInMemberArea(route) ? [memberArea, screen] : [screen]
}

/**
 * Whether the prerendered `page` stays. Behind the login only its outline is prerendered: it is replaced at
 * once by the page of its user (docs/decisions/0067), unless something may have been typed into it. In
 * development nothing is prerendered.
 */
export function isHydrated(pathname: string, page: Element): boolean {
  if (import.meta.env.DEV) return false
  return !isInMemberArea(routeOf(pathname)) || page.querySelector(FIELD) !== null
}

function isInMemberArea({ access, path }: AppRoute): boolean {
  if (access === 'protected') return true
  return path === NOT_FOUND && typeof localStorage !== 'undefined' && storedUser() !== null
}
