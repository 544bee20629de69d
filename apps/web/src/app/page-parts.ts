import type { LazyPart } from '../ui/lazy-part.tsx'
import { memberArea } from './member-area.ts'
import { routeOf, screenOf } from './routes.ts'

/** The parts that must be loaded before the prerendered page is hydrated. */
export function pagePartsOf(pathname: string): LazyPart[] {
  const route = routeOf(pathname)
  const screen = screenOf(route)
  return route.access === 'protected' ? [memberArea, screen] : [screen]
}
