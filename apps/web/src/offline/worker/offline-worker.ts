import { CACHES, deleteOfflineCaches, expiredOfflineCopy } from '../offline-copy.ts'

declare const self: ServiceWorkerGlobalScope

// The paths of the offline page and its files, and their revision: vite.offline.config.ts writes them.
declare const OFFLINE_FILES: string[]
declare const OFFLINE_REVISION: string

const CACHE = `${CACHES}shell-${OFFLINE_REVISION}`
const PAGE = '/offline/'
/** Pages in whose place the offline page is shown: the start page, the login and the dashboard. */
const REPLACED = ['/', '/login', '/login-email', '/dashboard']
/** What a proxy answers when the portal behind it does not. */
const GATEWAY_ERRORS = [502, 503, 504]

self.addEventListener('install', (event) => event.waitUntil(storeShell()))
self.addEventListener('activate', (event) => event.waitUntil(replaceFormerShells()))
self.addEventListener('message', (event) => event.waitUntil(storeAgain(event.ports[0])))
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== self.location.origin || request.method !== 'GET') return
  if (request.mode === 'navigate') openPage(event, pathname)
  else if (OFFLINE_FILES.includes(pathname)) event.respondWith(shellFile(request, pathname))
})

/** The network's answer, and only without one the offline page. */
function openPage(event: FetchEvent, pathname: string) {
  if (!REPLACED.includes(pathname.replace(/\/+$/, '') || '/')) {
    event.waitUntil(endWhenExpired())
    return
  }
  const online = fromNetwork(event.request)
  event.respondWith(online.then((answer) => answer ?? offlinePage()))
  // Without a network the offline page itself deletes an expired copy.
  event.waitUntil(online.then((answer) => (answer ? endWhenExpired() : undefined)))
}

async function storeShell() {
  const cache = await caches.open(CACHE)
  await cache.addAll(OFFLINE_FILES.map((file) => new Request(file, { cache: 'reload' })))
  await self.skipWaiting()
}

/** A worker that was switched off and on again in one page is not installed a second time. */
async function storeAgain(page: MessagePort | undefined) {
  try {
    if (!(await fromShell(PAGE))) await storeShell()
    page?.postMessage(true)
  } catch {
    page?.postMessage(false)
  }
}

/** Also when nobody opens the offline page. */
async function endWhenExpired() {
  if (!(await expiredOfflineCopy())) return
  await deleteOfflineCaches()
  await self.registration.unregister()
}

async function replaceFormerShells() {
  const names = await caches.keys()
  const former = names.filter((name) => name.startsWith(`${CACHES}shell-`) && name !== CACHE)
  await Promise.all(former.map((name) => caches.delete(name)))
  await self.clients.claim()
}

async function fromNetwork(request: Request): Promise<Response | null> {
  try {
    const answer = await fetch(request)
    return GATEWAY_ERRORS.includes(answer.status) ? null : answer
  } catch {
    return null
  }
}

async function offlinePage(): Promise<Response> {
  return (await fromShell(PAGE)) ?? Response.error()
}

async function shellFile(request: Request, path: string): Promise<Response> {
  return (await fromShell(path)) ?? fetch(request)
}

async function fromShell(path: string): Promise<Response | undefined> {
  if (!(await caches.has(CACHE))) return undefined
  return (await caches.open(CACHE)).match(path, { ignoreVary: true })
}
