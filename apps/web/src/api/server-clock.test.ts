import { todayInSantiago } from '@carpeta/domain/dates/dates'
import { beforeEach, expect, test, vi } from 'vitest'
import { connectSession } from '../session/connect-session.ts'
import { fakeServer } from '../testing/fake-server.ts'
import { call } from './client.ts'
import { serverNow } from './server-clock.ts'

const today = () => todayInSantiago(serverNow())

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-29T15:00:00Z'), shouldAdvanceTime: true })
  connectSession()
})

test('on a device whose clock is a day ahead today is the server day (§12.984)', async () => {
  expect(today()).toBe('2026-11-29')
  const headers = { date: 'Sat, 28 Nov 2026 15:00:00 GMT' }
  fakeServer({ 'GET /api/sales-data/': () => new Response('[]', { headers }) })
  await call('GET /api/sales-data/')
  expect(today()).toBe('2026-11-28')
  // An answer without a time changes nothing.
  fakeServer({ 'GET /api/sales-data/': () => new Response('[]') })
  await call('GET /api/sales-data/')
  expect(today()).toBe('2026-11-28')
})
