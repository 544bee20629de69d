import { listSales } from '@carpeta/contract/sales/sales-endpoints'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { call, connectApi } from './client.ts'
import { conditionalFetch } from './conditional-fetch.ts'

beforeEach(() => {
  connectApi({
    base: async () => 'https://api.example',
    hasUser: () => true,
    isExpired: async () => false,
    onExpired: async () => {},
    onSuccess: vi.fn(),
    reauthenticate: async () => false,
    onForbidden: () => {},
  })
})

function answer(code: string, etag?: string): Response {
  const response = json(200, [{ code }])
  if (etag) response.headers.set('etag', etag)
  return response
}

const unchanged = () => new Response(null, { status: 304 })

function read(answers: (Response | (() => Response))[]) {
  const { seen } = fakeServer({ 'GET /api/sales-data/': answers })
  const transport = conditionalFetch()
  const asked = () => seen.map(({ headers }) => new Headers(headers).get('if-none-match'))
  return { next: () => call(listSales, { transport }), asked, seen }
}

test('an answer that is still the same is not sent again (§12.650)', async () => {
  const { next, asked } = read([answer('V-1', '"1"'), unchanged, answer('V-2', '"2"'), unchanged])
  expect(await next()).toEqual([{ code: 'V-1' }])
  expect(await next()).toEqual([{ code: 'V-1' }])
  expect(await next()).toEqual([{ code: 'V-2' }])
  expect(await next()).toEqual([{ code: 'V-2' }])
  expect(asked()).toEqual([null, '"1"', '"1"', '"2"'])
})

test('without a validator it is read each time', async () => {
  const { next, asked } = read([answer('V-1'), answer('V-2')])
  expect(await next()).toEqual([{ code: 'V-1' }])
  expect(await next()).toEqual([{ code: 'V-2' }])
  expect(asked()).toEqual([null, null])
})

test('a failure is told, and the earlier answer is asked about again', async () => {
  const { next, asked } = read([answer('V-1', '"1"'), json(500, 'Falló'), unchanged])
  await next()
  await expect(next()).rejects.toThrow()
  expect(await next()).toEqual([{ code: 'V-1' }])
  expect(asked()).toEqual([null, '"1"', '"1"'])
})

test('the other headers are those of every call', async () => {
  const { next, seen } = read([answer('V-1', '"1"'), unchanged])
  await next()
  await next()
  const [first, second] = seen.map(({ headers }) => Object.fromEntries(new Headers(headers)))
  expect(second).toEqual({ ...first, 'if-none-match': '"1"' })
})
