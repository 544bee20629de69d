import type { SignedInUser } from '@carpeta/contract/auth'
import { useEffect } from 'react'
import { onSalesAnswer } from '../../api/sales.ts'
import { refreshOfflineCopy } from '../../offline/offline-copy.ts'
import { canWorkOffline, stopOfflineUnless } from '../../offline/offline-device.ts'

type StoredUser = SignedInUser | null | undefined

/** Whose copy this device may have. */
export function offlineOwner(user: StoredUser): number | undefined {
  return user?.profile?.is_client && !user.viewed_by ? user.id : undefined
}

/**
 * Refreshes the copy of this device with every answer, and deletes it once another person logs in. While staff view a member's folder nothing is stored.
 */
export function useOfflineCopy(user: StoredUser) {
  const owner = offlineOwner(user)
  const isKnown = Boolean(user)

  useEffect(() => {
    if (isKnown) void stopOfflineUnless(owner)
  }, [isKnown, owner])

  useEffect(() => {
    if (owner === undefined || !canWorkOffline()) return
    return onSalesAnswer((read) => {
      refreshOfflineCopy(owner, read).catch(() => {
        // A full device keeps the former copy.
      })
    })
  }, [owner])
}
