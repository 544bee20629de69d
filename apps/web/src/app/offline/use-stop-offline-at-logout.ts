import { useEffect } from 'react'
import { stopOffline } from '../../offline/offline-device.ts'
import { beforeLogout } from '../../session/before-logout.ts'

/** A logout deletes what this device stores for use offline, also without a server. */
export function useStopOfflineAtLogout() {
  useEffect(() => beforeLogout(() => stopOffline()), [])
}
