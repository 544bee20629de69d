import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '../../test/open-portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const asked = (encoding: string) => ({ headers: { 'accept-encoding': encoding } })

test('Rosa’s sales arrive compressed where her browser takes that, and are the same (§12.1484)', async () => {
  const rosa = await portal.as('rosa')
  const plain = await rosa.get('/api/sales-data/')
  expect(plain.headers).not.toHaveProperty('content-encoding')
  expect(plain.headers.vary).toContain('Accept-Encoding')
  const { headers, bytes } = await rosa.get('/api/sales-data/', asked('gzip, deflate, br, zstd'))
  expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: plain.headers.vary })
  expect(Number(headers['content-length'])).toBe(bytes.length)
  expect(bytes.length).toBeLessThan(plain.bytes.length / 4)
  expect(JSON.parse(gunzipSync(bytes).toString())).toEqual(plain.body)
  const refused = await rosa.get('/api/sales-data/', asked('br, gzip;q=0'))
  expect(refused.headers).not.toHaveProperty('content-encoding')
})

test('no length tells a secret: what answers a search, the login and a small answer are not compressed (security 8.560)', async () => {
  const carla = await portal.as('carla')
  for (const url of [
    '/api/users/?page=1&pageSize=100&orderBy=&orderDesc=',
    '/api/auth/user/',
    '/api/auth/csrftoken/',
    '/api/staff/counts/',
  ]) {
    const { status, headers } = await carla.get(url, asked('gzip'))
    expect(status, url).toBe(200)
    expect(headers, url).not.toHaveProperty('content-encoding')
  }
})
