import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'

/**
 * A part whose code arrives when it is first shown. One that did not arrive is asked for again as
 * soon as it is shown anew: React's own `lazy` would remember the failure for ever.
 */
export function deferredPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile: ReactNode,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined

  async function arrive() {
    loaded = await load()
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
