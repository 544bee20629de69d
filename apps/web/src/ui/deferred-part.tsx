import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { loadWhenConnected } from '../connection/connection.ts'

/**
 * A component that is loaded when it is first shown. After a failed load it is requested again;
 * React's `lazy` would keep the failure.
 */
export function deferredPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile: ReactNode,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined

  async function arrive() {
    loaded = await loadWhenConnected(load)
    return { default: loaded }
  }

  return function Deferred(props: Props) {
    const [Part] = useState<ComponentType<Props>>(() => loaded ?? lazy(arrive))
    return (
      <Suspense fallback={meanwhile}>
        <Part {...props} />
      </Suspense>
    )
  }
}
