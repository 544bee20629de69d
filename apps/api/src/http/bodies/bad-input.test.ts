import { connect as connectSocket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { personas, SAMPLE_PASSWORD } from '../../../seeds/personas.ts'
import {
  openPortal,
  openPortalForTest,
  type Portal,
  testConfig,
} from '../../../test/open-portal.ts'
import { form, json, multipart, Visitor } from '../../../test/visitor.ts'
import { buildApp } from '../../app.ts'
import { connect } from '../../db/client.ts'
import { rateLimitsFor } from '../../throttle/rate-limits.ts'

const LOGIN = '/api/auth/login/'

let portal: Portal
let visitor: Visitor
beforeAll(async () => {
  portal = await openPortal()
  visitor = portal.visitor()
  await visitor.fetchToken()
})
afterAll(() => portal.close())

function raw(payload: string | Buffer, type = 'application/json') {
  return { payload, headers: { 'content-type': type } }
}

describe('a body that cannot be read is a 400', () => {
  test.each([
    ['cut JSON', '{"username":'],
    ['no JSON', 'hola'],
    ['NaN', '{"username":NaN}'],
    ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22])],
  ])('%s', async (_name, payload) => {
    const { status, body } = await visitor.post(LOGIN, raw(payload))
    expect({ status, body }).toEqual({ status: 400, body: { detail: 'JSON parse error' } })
  })

  test.each([
    ['a list', '[]'],
    ['null', 'null'],
    ['nothing', ''],
    ['a text', '"hola"'],
    ['a number', '7'],
    ['100,000 nested brackets', '['.repeat(50_000) + ']'.repeat(50_000)],
    ['21 levels', `${'{"a":'.repeat(21)}1${'}'.repeat(21)}`],
  ])('%s where an object is expected', async (_name, payload) => {
    const { status, body } = await visitor.post(LOGIN, raw(payload))
    expect({ status, body }).toEqual({ status: 400, body: ['Datos inválidos.'] })
  })

  test('a multipart body without an end, without a boundary, or with a file', async () => {
    const cut = raw(
      '--x\r\ncontent-disposition: form-data; name="username"\r\n\r\n1-9',
      'multipart/form-data; boundary=x',
    )
    expect((await visitor.post(LOGIN, cut)).status).toBe(400)
    const noBoundary = raw('hola', 'multipart/form-data')
    expect((await visitor.post(LOGIN, noBoundary)).status).toBe(400)
    const file = raw(
      '--x\r\ncontent-disposition: form-data; name="username"; filename="a.txt"\r\n\r\nhola\r\n--x--\r\n',
      'multipart/form-data; boundary=x',
    )
    expect((await visitor.post(LOGIN, file)).status).toBe(400)
  })
})

describe('a field of the wrong type is named', () => {
  test.each([[123], [true], [[]], [{}]])('username %j', async (username) => {
    const { status, body } = await visitor.post(LOGIN, json({ username, password: 'x' }))
    expect({ status, body }).toEqual({
      status: 400,
      body: { username: ['No es una cadena válida.'] },
    })
  })

  test('null, NUL characters and far too long texts', async () => {
    const send = async (password: unknown) =>
      (await visitor.post(LOGIN, json({ username: '1-9', password }))).body
    expect(await send(null)).toEqual({ password: ['Este campo no puede ser nulo.'] })
    expect(await send('a\u0000b')).toEqual({
      password: ['Los caracteres nulos no están permitidos.'],
    })
    expect(await send('a'.repeat(1025))).toEqual({
      password: ['Asegúrese de que este campo no tenga más de 1024 caracteres.'],
    })
  })

  test.each([[true], [[7]], ['0x10'], [' 7 '], ['1e1'], [null], [{}]])(
    'an id of %j is refused, not converted',
    async (given) => {
      const rosa = await portal.as('rosa')
      const { status, body } = await rosa.post('/api/request/send/', json({ request_id: given }))
      expect([status, body]).toEqual([400, ['Introduzca un número entero válido.']])
      const address = encodeURIComponent(String(given))
      expect((await rosa.get(`/api/requests/${address}/`)).status).toBe(404)
    },
  )

  test('unknown keys and prototype tricks are dropped', async () => {
    const body =
      '{"__proto__":{"is_superuser":true},"constructor":{"prototype":{"x":1}},"is_superuser":true,' +
      `"username":"${personas.rosa.rut}","password":"${SAMPLE_PASSWORD}"}`
    const rosa = portal.visitor()
    await rosa.fetchToken()
    const answer = await rosa.post(LOGIN, raw(body))
    expect([answer.status, answer.body.is_superuser]).toEqual([200, false])
    expect('x' in {}).toBe(false)
  })

  test('a repeated field counts once, the first', async () => {
    const body = `username=${personas.rosa.rut}&username=1-9&password=${encodeURIComponent(SAMPLE_PASSWORD)}`
    const rosa = portal.visitor()
    await rosa.fetchToken()
    const { status } = await rosa.post(LOGIN, raw(body, 'application/x-www-form-urlencoded'))
    expect(status).toBe(200)
  })
})

describe('a body that is too large is a 413 with a sentence', () => {
  test.each([
    ['JSON over 100 kB', json({ username: 'a'.repeat(110_000) })],
    ['urlencoded over 64 kB', form({ username: 'a'.repeat(70_000), password: 'x' })],
  ])('%s', async (_name, options) => {
    const { status, body } = await visitor.post(LOGIN, options)
    expect({ status, body }).toEqual({
      status: 413,
      body: 'Los datos enviados son demasiado grandes.',
    })
  })

  test('a multipart field that is too long is refused', async () => {
    const { status } = await visitor.post(LOGIN, multipart({ username: 'a'.repeat(110_000) }))
    expect([400, 413]).toContain(status)
  })
})

describe('content types', () => {
  test.each(['text/plain', 'application/xml', 'text/html'])(
    '%s never reaches JSON',
    async (type) => {
      const { status, body } = await visitor.post(LOGIN, raw('{"username":"1-9"}', type))
      expect(status).toBe(415)
      expect(body.detail).toBe(`Tipo de medio "${type}" incompatible en la solicitud.`)
    },
  )
})

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
    const { status, body } = await visitor.get(url)
    expect({ status, body }).toEqual({ status: 404, body: { detail: 'No encontrado.' } })
  })

  test.each([
    ['PUT', '/api/auth/login/', 'OPTIONS, POST'],
    ['DELETE', '/api/sales-data/', 'GET, HEAD, OPTIONS'],
    ['GET', '/api/auth/logout/', 'OPTIONS, POST'],
  ] as const)('%s %s is a 405 that says what is allowed', async (method, url, allow) => {
    const { status, headers, body } = await visitor.call(method, url)
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

describe('every answer', () => {
  test.each(['/api/auth/user/', '/api/nada/', '/api/health/'])(
    '%s carries the headers',
    async (url) => {
      const { headers } = await visitor.get(url)
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'content-type': 'application/json; charset=utf-8',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      })
      expect(headers.server).toBeUndefined()
      expect(headers['x-powered-by']).toBeUndefined()
    },
  )

  test('on https asks for https in future', async () => {
    const { visitor: anyone } = await openPortalForTest({ PUBLIC_URL: 'https://portal.example' })
    const { headers } = await anyone().get('/api/health/')
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  })
})

describe('the database is down', () => {
  test('calls answer 503 with a sentence, health stays alive, ready says what is missing', async () => {
    const nowhere = connect('postgres://nobody@127.0.0.1:1/nothing')
    const app = await buildApp({
      db: nowhere.db,
      limits: rateLimitsFor(nowhere.pool),
      config: testConfig(),
    })
    const rosa = new Visitor(app)
    rosa.cookies.set('sessionid', 'x'.repeat(43))
    const { status, body, headers } = await rosa.get('/api/sales-data/')
    expect({ status, body }).toEqual({
      status: 503,
      body: 'Servicio no disponible. Inténtalo más tarde.',
    })
    expect(headers['retry-after']).toBe('5')
    expect(await new Visitor(app).get('/api/health/')).toMatchObject({
      status: 200,
      body: { status: 'ok' },
    })
    expect(await new Visitor(app).get('/api/health/ready/')).toMatchObject({
      status: 503,
      body: { status: 'missing: database' },
    })
    await app.close()
    await nowhere.close()
  })
})

describe('the OpenAPI document', () => {
  test('is made from the contract and served outside production only', async () => {
    const { body } = await visitor.get('/api/openapi.json')
    expect(Object.keys(body.paths)).toContain('/api/auth/login/')
    expect(body.paths['/api/sales-data/'].get.responses['200']).toBeDefined()
    const production = await openPortalForTest({
      ENVIRONMENT: 'production',
      PUBLIC_URL: 'https://portal.example',
    })
    expect((await production.visitor().get('/api/openapi.json')).status).toBe(404)
  })
})
