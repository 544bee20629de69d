import { CACHES, deleteOfflineCaches, isOfflineOver } from '../offline-copy.ts'

declare const self: ServiceWorkerGlobalScope

/** The build writes it here: the files of the offline page, and a name that changes with them. */
declare const SHELL: { version: string; files: string[] }

const shell = SHELL
const CACHE = `${CACHES}shell-${shell.version}`
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
  const path = pathname.replace(/\/+$/, '') || '/'
  if (request.mode === 'navigate') event.waitUntil(endWhenExpired())
  if (request.mode === 'navigate' && REPLACED.includes(path)) {
    event.respondWith(pageOrCopy(request))
  } else if (pathname !== PAGE && shell.files.includes(pathname)) {
    event.respondWith(shellFile(request))
  }
})

async function storeShell() {
  const cache = await caches.open(CACHE)
  await cache.addAll(shell.files.map((file) => new Request(file, { cache: 'reload' })))
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
  if (!(await isOfflineOver())) return
  await deleteOfflineCaches()
  await self.registration.unregister()
}

async function replaceFormerShells() {
  const names = await caches.keys()
  const former = names.filter((name) => name.startsWith(`${CACHES}shell-`) && name !== CACHE)
  await Promise.all(former.map((name) => caches.delete(name)))
  await self.clients.claim()
}

/** The network's answer, and only without one the offline page. */
async function pageOrCopy(request: Request): Promise<Response> {
  let answer = Response.error()
  try {
    answer = await fetch(request)
    if (!GATEWAY_ERRORS.includes(answer.status)) return answer
  } catch {
    // No network, or no server.
  }
  return (await fromShell(PAGE)) ?? answer
}

async function shellFile(request: Request): Promise<Response> {
  return (await fromShell(new URL(request.url).pathname)) ?? fetch(request)
}

async function fromShell(path: string): Promise<Response | undefined> {
  if (!(await caches.has(CACHE))) return undefined
  return (await caches.open(CACHE)).match(path, { ignoreVary: true })
}
