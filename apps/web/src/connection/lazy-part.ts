import { type ComponentType, lazy } from 'react'
import { loadWhenConnected } from './load-when-connected.ts'

/** React's `lazy` for a part of a page: without a connection it waits for one. Rendered within `Suspense`. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await loadWhenConnected(load) }))
}
