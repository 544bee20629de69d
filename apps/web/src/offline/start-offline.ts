import { createOfflineCopy, type OfflineContent } from './offline-copy.ts'
import { canWorkOffline, stopOffline } from './offline-device.ts'

// In a file of its own: only the profile starts it, and every page can end it.

const WORKER = '/offline-worker.js'
const PAGE = '/offline/'

/** Whether this portal offers it: an operator can switch it off. */
export async function isOfflineOffered(): Promise<boolean> {
  return canWorkOffline() && (await fetch(PAGE, { method: 'HEAD' })).ok
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
