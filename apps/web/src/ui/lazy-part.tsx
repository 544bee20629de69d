import { type ComponentType, lazy, useState } from 'react'
import { loadWhenConnected } from '../connection/connection.ts'

export interface LazyPart {
  Part: ComponentType
  /** After it resolves, `Part` renders synchronously, as hydration needs. */
  preload: () => Promise<void>
}

export function lazyPart(load: () => Promise<ComponentType>): LazyPart {
  let loaded: ComponentType | undefined
  const Deferred = lazy(async () => ({ default: await loadWhenConnected(load) }))

  function Part() {
    const [Component] = useState<ComponentType>(() => loaded ?? Deferred)
    return <Component />
  }

  async function preload() {
    loaded = await load()
  }

  return { Part, preload }
}
