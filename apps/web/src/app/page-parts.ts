import { storedUser } from '../session/stored-user.ts'
import type { LazyPart } from '../ui/lazy-part.tsx'
import { memberArea } from './member-area.ts'
import { type AppRoute, NOT_FOUND, routeOf, screenOf } from './routes.ts'

/** The parts that must be loaded before the prerendered page is hydrated. */
export function pagePartsOf(pathname: string): LazyPart[] {
  const route = routeOf(pathname)
  const screen = screenOf(route)
  return isInMemberArea(route) ? [memberArea, screen] : [screen]
}

function isInMemberArea({ access, path }: AppRoute): boolean {
  if (access === 'protected') return true
  return path === NOT_FOUND && typeof localStorage !== 'undefined' && storedUser() !== null
}
