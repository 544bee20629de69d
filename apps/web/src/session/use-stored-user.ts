import type { User } from '@carpeta/contract/auth'
import { useSyncExternalStore } from 'react'
import { onStoredUser, storedUser } from './stored-user.ts'

/** Undefined in the prerendered page and the frame that takes it over: nobody knows yet. */
export function useStoredUser(): User | null | undefined {
  return useSyncExternalStore<User | null | undefined>(onStoredUser, storedUser, () => undefined)
}
