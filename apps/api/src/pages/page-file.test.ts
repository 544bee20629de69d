import { expect, test } from 'vitest'
import { pageFile } from './page-routes.ts'

const on = { offlineStatements: true }
const off = { offlineStatements: false }

test.each([
  ['/', 'index.html'],
  ['/dashboard/', 'dashboard/index.html'],
  ['/manifest.webmanifest', 'manifest.webmanifest'],
  ['/offline/', 'offline/index.html'],
  ['/offline-worker.js', 'offline-worker.js'],
  ['/users/7', 'users/:id/index.html'],
  ['/requests/new/12/', 'requests/new/:id/index.html'],
  ['/users/rosa', 'users/rosa/index.html'],
  ['/users/12345678901', 'users/12345678901/index.html'],
  ['/../package.json', null],
  ['/.vite/manifest.json', null],
])('%s is the file %s (§12.721)', (path, file) => {
  expect(pageFile(path, on)).toBe(file)
})

// A search whose steps grow with the square of the length would meet the time limit of a test.
test('an address of nothing but slashes stops nobody else (security 10.920)', () => {
  const slashes = '/'.repeat(100_000)
  expect(pageFile(slashes, on)).toBe('index.html')
  expect(pageFile(`${slashes}dashboard${slashes}`, on)).toBe('dashboard/index.html')
  expect(pageFile(`/users${slashes}7`, on)).toBe('users/:id/index.html')
})

test('where the operator switched it off, browsers get the worker that removes itself (§12.486)', () => {
  expect(pageFile('/offline-worker.js', off)).toBe('offline-worker-removal.js')
  expect(pageFile('/offline/', off)).toBeNull()
  expect(pageFile('/offline/assets/index-1.js', off)).toBeNull()
  expect(pageFile('/dashboard', off)).toBe('dashboard/index.html')
})
