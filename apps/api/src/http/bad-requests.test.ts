import { connect as connectSocket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPortal, openPortalForTest, type Portal } from '../../test/open-portal.ts'
import { userIdOf } from '../../test/users/user-id.ts'
import { routedTarget } from './error-handler.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

describe('addresses and methods', () => {
  test.each([
    '/api/',
    '/api/nada/',
    '/api/..%2fetc',
    '/api/%',
    '/api/%E0%A4%A',
    '/api//auth//user/',
    '/api/auth/login/x',
  ])('unknown %s is a JSON 404 (§11.10)', async (url) => {
    const { status, body } = await portal.visitor().get(url)
    expect({ status, body }).toEqual({ status: 404, body: { detail: 'No encontrado.' } })
  })

  test('the address of a page that cannot be decoded is not found, as any other unknown page (§11.10)', async () => {
    const visitor = portal.visitor()
    const [odd, unknown] = [await visitor.get('/%E0%A4%A'), await visitor.get('/nada')]
    expect(odd.status).toBe(404)
    expect(odd.body).toEqual(unknown.body)
  })

  test.each([
    ['PUT', '/api/auth/login/', 'OPTIONS, POST'],
    ['DELETE', '/api/sales-data/', 'GET, HEAD, OPTIONS'],
    ['GET', '/api/auth/logout/', 'OPTIONS, POST'],
  ] as const)(
    '%s %s is a 405 that says what is allowed (§11.10, security 10.7)',
    async (method, url, allow) => {
      const { status, headers, body } = await portal.visitor().call(method, url)
      expect({ status, allow: headers.allow }).toEqual({ status: 405, allow })
      expect(body.detail).toBe(`Método "${method}" no permitido.`)
    },
  )

  test('with and without the closing slash it is the same call (§11.13, security 10.8)', async () => {
    const rosa = await portal.as('rosa')
    expect((await rosa.get('/api/auth/user')).status).toBe(200)
    expect((await rosa.get('/api/sales-data')).status).toBe(200)
  })

  test('method overrides are ignored (security 4.10)', async () => {
    const rosa = await portal.as('rosa')
    await rosa.get('/api/auth/user/?_method=DELETE', {
      headers: { 'x-http-method-override': 'DELETE' },
    })
    expect((await rosa.get('/api/auth/user/')).status).toBe(200)
  })
})

describe('odd cookies (security 3.14)', () => {
  test.each(['x'.repeat(8000), '%00', '"', 'a;b', '\\', '%E0%A4%A'])(
    'a session cookie of «%s» is an ordinary 401',
    async (cookie) => {
      const response = await portal.app.inject({
        method: 'GET',
        url: '/api/auth/user/',
        headers: { cookie: `sessionid=${cookie}; sessionid=twice` },
      })
      expect(response.statusCode).toBe(401)
    },
  )
})

test('a compressed body is not inflated (security 10.6)', async () => {
  const rosa = await portal.as('rosa')
  const id = await userIdOf(portal.db, 'rosa')
  const { status, body } = await rosa.call('PATCH', `/api/users/${id}/`, {
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    payload: gzipSync('{"first_name":"Rosa"}'),
  })
  expect({ status, body }).toEqual({ status: 400, body: { detail: 'JSON parse error' } })
})

test('raw nonsense on the socket is answered with 400 and closed (security 3.14, security 10.4, security 10.5)', async () => {
  const send = await openSocket()
  expect(await send('HOLA\r\n\r\n')).toMatch(/^HTTP\/1\.1 400/)
  const smuggled = 'Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'
  expect(await send(`POST /api/auth/login/ HTTP/1.1\r\nHost: x\r\n${smuggled}`)).toMatch(
    /^HTTP\/1\.1 400/,
  )
  const long = 'a'.repeat(20_000)
  expect(await send(`GET /${long} HTTP/1.1\r\nHost: x\r\n\r\n`)).toMatch(/^HTTP\/1\.1 431/)
  const header = `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${long}\r\n\r\n`
  expect(await send(header)).toMatch(/^HTTP\/1\.1 431/)
  const cookie = 'GET /api/auth/user/ HTTP/1.1\r\nHost: x\r\nCookie: sessionid=a\u0000b\r\n\r\n'
  expect(await send(cookie)).toMatch(/^HTTP\/1\.1 400/)
})

test('what stands behind a # in a target is no part of it, and no error (security 10.110)', async () => {
  const send = await openSocket()
  const statusOf = async (target: string) =>
    (await send(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).slice(9, 12)
  for (const target of [
    '/x#%zz',
    '/x#?%zz',
    '/#%zz/../%',
    '/x?a=%zz#%zz',
    '/%zz#%zz',
    '/%00#%00',
  ]) {
    expect([target, await statusOf(target)]).toEqual([
      target,
      await statusOf(target.split('#')[0] ?? ''),
    ])
  }
  expect(await statusOf('/x#%zz')).toBe('404')
  expect(await statusOf('/api/sales-data/#%zz')).toBe('401')
  expect(routedTarget({ url: '/x?a=1#%zz' })).toBe('/x?a=1')
})

test('a call that expects what is not known is answered like any other (security 8.950)', async () => {
  const send = await openSocket()
  const answer = (path: string) =>
    send(`GET ${path} HTTP/1.1\r\nHost: x\r\nExpect: tea\r\nConnection: close\r\n\r\n`)
  const known = await answer('/api/auth/user/')
  expect(known).toMatch(/^HTTP\/1\.1 401 /)
  expect(known).toMatch(/\r\nx-content-type-options: nosniff\r\n/i)
  expect(await answer('/api/nada/')).toMatch(/^HTTP\/1\.1 404 /)
})

describe('a method that a known path does not have is a 405, whatever its body (security 10.111)', () => {
  const json = 'Content-Type: application/json\r\nContent-Length: 3\r\n\r\n{x}'
  test.each([
    ['QUERY without a type', 'QUERY', '\r\n'],
    ['QUERY with broken JSON', 'QUERY', json],
    ['POST with broken JSON', 'POST', json],
    ['DELETE of an unknown type', 'DELETE', 'Content-Type: x\r\nContent-Length: 1\r\n\r\nx'],
    ['PUT of a body without end', 'PUT', 'Content-Length: 999999999\r\n\r\n'],
  ])('%s', async (_, method, rest) => {
    const send = await openSocket()
    const answer = (path: string) =>
      send(`${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${rest}`)
    const known = await answer('/api/sales-data/')
    expect(known).toMatch(/^HTTP\/1\.1 405 /)
    expect(known).toMatch(/\r\nallow: GET, HEAD, OPTIONS\r\n/i)
    expect(await answer('/api/nada/')).toMatch(/^HTTP\/1\.1 404 /)
  })
})

/** A portal on a port. The result sends bytes and reads until the connection is closed. */
async function openSocket(): Promise<(bytes: string) => Promise<string>> {
  const { app } = await openPortalForTest({})
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return (bytes) =>
    new Promise<string>((done, fail) => {
      const socket = connectSocket(port, '127.0.0.1', () => socket.write(bytes))
      let answer = ''
      socket.on('data', (chunk) => {
        answer += chunk
      })
      socket.on('close', () => done(answer))
      socket.on('error', fail)
    })
}
