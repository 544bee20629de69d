import type { SignedInUser } from '@carpeta/contract/auth/auth-schemas'
import { useSyncExternalStore } from 'react'
import { onStoredUser, storedUser } from './stored-user.ts'

/** Undefined in the prerendered page and the frame that takes it over: nobody knows yet. */
export function useStoredUser(): SignedInUser | null | undefined {
  return useSyncExternalStore<SignedInUser | null | undefined>(
    onStoredUser,
    storedUser,
    () => undefined,
  )
}
