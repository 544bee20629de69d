import type { SignedInUser } from '@carpeta/contract/auth/auth-schemas'
import { offlineSales } from '@carpeta/contract/sales/offline-sales'
import { useEffect } from 'react'
import { onSalesAnswer } from '../../api/sales.ts'
import { refreshOfflineCopy } from '../../offline/offline-copy.ts'
import { canWorkOffline, stopOfflineUnless } from '../../offline/offline-device.ts'

/**
 * Refreshes the copy of this device with every answer, and deletes it once another person logs in.
 * While staff view a member's folder nothing is stored.
 */
export function useOfflineCopy(user: SignedInUser | null | undefined) {
  const owner = user?.profile?.is_client && !user.viewed_by ? user.id : undefined
  const isKnown = Boolean(user)

  useEffect(() => {
    if (isKnown) void stopOfflineUnless(owner)
  }, [isKnown, owner])

  useEffect(() => {
    if (owner === undefined || !canWorkOffline()) return
    return onSalesAnswer((answer) => void refreshOfflineCopy(owner, offlineSales(answer)))
  }, [owner])
}
