import { deleteOfflineCaches, type OfflineCopy, readOfflineCopy } from './offline-copy.ts'

const SCOPE = '/'

/** Browsers have service workers on https and localhost only. */
export function canWorkOffline(): boolean {
  return 'serviceWorker' in navigator && 'caches' in window && 'locks' in navigator
}

/** The copy of this device, while its service worker exists. */
export async function currentOfflineCopy(): Promise<OfflineCopy | null> {
  return canWorkOffline() && (await registration()) ? readOfflineCopy() : null
}

/** Deletes everything that this device stores for use offline. It needs no server. */
export async function stopOffline(): Promise<void> {
  if (!canWorkOffline()) return
  await unlessDenied(deleteOfflineCaches())
  await (await registration())?.unregister()
}

/** Stops unless the copy is this user's. Undefined means nobody may have one. */
export async function stopOfflineUnless(owner: number | undefined): Promise<void> {
  const copy = await currentOfflineCopy()
  if (copy && copy.owner !== owner) await stopOffline()
}

function registration(): Promise<ServiceWorkerRegistration | undefined> {
  return unlessDenied(navigator.serviceWorker.getRegistration(SCOPE))
}

/** Where the browser denies the storage nothing is stored: in another site's frame, or with cookies blocked. */
function unlessDenied<T>(answer: Promise<T>): Promise<T | undefined> {
  return answer.catch((error) => {
    if (error instanceof DOMException && error.name === 'SecurityError') return undefined
    throw error
  })
}
