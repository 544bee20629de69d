import { deleteOfflineCaches } from '../offline-copy.ts'

// Served in place of the offline worker where the operator has switched it off: the browser's next
// update check replaces the worker by this one, which deletes what is stored, and itself.

declare const self: ServiceWorkerGlobalScope

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
self.addEventListener('activate', (event) => event.waitUntil(remove()))

async function remove() {
  await deleteOfflineCaches()
  await self.registration.unregister()
}
