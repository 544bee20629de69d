// Served in place of the offline worker where the operator has switched it off: the browser's next update
// check replaces the worker by this one, which deletes what is stored, and itself. The names are those of
// src/offline/offline-copy.ts.

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
self.addEventListener('activate', (event) => event.waitUntil(remove()))

async function remove() {
  await navigator.locks.request('offline-copy', async () => {
    const names = await caches.keys()
    const own = names.filter((name) => name.startsWith('offline-'))
    await Promise.all(own.map((name) => caches.delete(name)))
  })
  await self.registration.unregister()
}
