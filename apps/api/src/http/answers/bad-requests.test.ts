import { connect as connectSocket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPortal, openPortalForTest, type Portal } from '../../../test/open-portal.ts'

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
    '/%E0%A4%A',
    '/api//auth//user/',
    '/api/auth/login/x',
  ])('unknown %s is a JSON 404', async (url) => {
    const { status, body } = await portal.visitor().get(url)
    expect({ status, body }).toEqual({ status: 404, body: { detail: 'No encontrado.' } })
  })

  test.each([
    ['PUT', '/api/auth/login/', 'OPTIONS, POST'],
    ['DELETE', '/api/sales-data/', 'GET, HEAD, OPTIONS'],
    ['GET', '/api/auth/logout/', 'OPTIONS, POST'],
  ] as const)('%s %s is a 405 that says what is allowed', async (method, url, allow) => {
    const { status, headers, body } = await portal.visitor().call(method, url)
    expect({ status, allow: headers.allow }).toEqual({ status: 405, allow })
    expect(body.detail).toBe(`Método "${method}" no permitido.`)
  })

  test('with and without the closing slash it is the same call', async () => {
    const rosa = await portal.as('rosa')
    expect((await rosa.get('/api/auth/user')).status).toBe(200)
    expect((await rosa.get('/api/sales-data')).status).toBe(200)
  })

  test('method overrides are ignored', async () => {
    const rosa = await portal.as('rosa')
    await rosa.get('/api/auth/user/?_method=DELETE', {
      headers: { 'x-http-method-override': 'DELETE' },
    })
    expect((await rosa.get('/api/auth/user/')).status).toBe(200)
  })
})

describe('odd cookies', () => {
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

test('raw nonsense on the socket is answered with 400 and closed', async () => {
  const { app } = await openPortalForTest({})
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const send = (bytes: string) =>
    new Promise<string>((done, fail) => {
      const socket = connectSocket(port, '127.0.0.1', () => socket.write(bytes))
      let answer = ''
      socket.on('data', (chunk) => {
        answer += chunk
      })
      socket.on('close', () => done(answer))
      socket.on('error', fail)
    })
  expect(await send('HOLA\r\n\r\n')).toMatch(/^HTTP\/1\.1 400/)
  const smuggled = 'Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'
  expect(await send(`POST /api/auth/login/ HTTP/1.1\r\nHost: x\r\n${smuggled}`)).toMatch(
    /^HTTP\/1\.1 400/,
  )
  const cookie = 'GET /api/auth/user/ HTTP/1.1\r\nHost: x\r\nCookie: sessionid=a\u0000b\r\n\r\n'
  expect(await send(cookie)).toMatch(/^HTTP\/1\.1 400/)
})
