import type { SignedInUser } from '@carpeta/contract/auth'
import { useSyncExternalStore } from 'react'
import { onStoredUser, storedUser } from './stored-user.ts'

/** Undefined in the prerendered page and during hydration. */
export function useStoredUser(): SignedInUser | null | undefined {
  return useSyncExternalStore<SignedInUser | null | undefined>(
    onStoredUser,
    storedUser,
    () => undefined,
  )
}
