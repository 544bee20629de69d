import type { Environment } from '@carpeta/contract/environments'
import { useSyncExternalStore } from 'react'
import { knownEnvironment, onEnvironment } from './environment.ts'

/** Undefined in the prerendered page and until the host table is loaded. */
export function useEnvironment(): Environment | undefined {
  return useSyncExternalStore(onEnvironment, knownEnvironment, () => undefined)
}
