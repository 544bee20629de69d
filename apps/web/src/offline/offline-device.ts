import {
  createOfflineCopy,
  deleteOfflineCaches,
  type OfflineContent,
  type OfflineCopy,
  readOfflineCopy,
} from './offline-copy.ts'

const WORKER = '/offline-worker.js'
const SCOPE = '/'
const PAGE = '/offline/'

/** Browsers have service workers on https and localhost only. */
export function canWorkOffline(): boolean {
  return 'serviceWorker' in navigator && 'caches' in window && 'locks' in navigator
}

/** Whether this portal offers it: an operator can switch it off. */
export async function isOfflineOffered(): Promise<boolean> {
  return canWorkOffline() && (await fetch(PAGE, { method: 'HEAD' })).ok
}

/** The copy of this device, while its service worker exists. */
export async function currentOfflineCopy(): Promise<OfflineCopy | null> {
  return canWorkOffline() && (await registration()) ? readOfflineCopy() : null
}

/** Stores the page for use offline, then the sales. After a failure nothing is left. */
export async function startOffline(
  owner: number,
  load: () => Promise<OfflineContent>,
): Promise<void> {
  try {
    const options = { updateViaCache: 'none' } as const
    const worker = await activated(await navigator.serviceWorker.register(WORKER, options))
    await storePage(worker)
    await createOfflineCopy({ owner, ...(await load()) })
  } catch (error) {
    await stopOffline()
    throw error
  }
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

/** Rejects when the worker could not be installed. */
function activated({
  installing,
  waiting,
  active,
}: ServiceWorkerRegistration): Promise<ServiceWorker> {
  const worker = installing ?? waiting ?? active
  return new Promise((resolve, reject) => {
    function check() {
      if (worker?.state === 'activated') resolve(worker)
      else if (!worker || worker.state === 'redundant') reject(new Error('No service worker'))
    }
    worker?.addEventListener('statechange', check)
    check()
  })
}

/** Rejects when the worker could not store the offline page. */
function storePage(worker: ServiceWorker): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve, reject) => {
    port1.onmessage = ({ data }) => (data ? resolve() : reject(new Error('No offline page')))
    worker.postMessage('store', [port2])
  })
}
