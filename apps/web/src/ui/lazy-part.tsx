import { type ComponentType, lazy, useState } from 'react'

export interface LazyPart {
  Part: ComponentType
  /** Afterwards `Part` renders at once: what the prerendered page needs to be taken over as it is. */
  preload: () => Promise<void>
}

export function lazyPart(load: () => Promise<ComponentType>): LazyPart {
  let loaded: ComponentType | undefined
  const Deferred = lazy(async () => ({ default: await load() }))

  function Part() {
    const [Component] = useState<ComponentType>(() => loaded ?? Deferred)
    return <Component />
  }

  async function preload() {
    loaded = await load()
  }

  return { Part, preload }
}
