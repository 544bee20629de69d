import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { form, json, multipart, type Visitor } from '../../test/visitor.ts'

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

describe('a body that cannot be read is a 400 (§11.9, security 10.1, security 10.2)', () => {
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

describe('a field of the wrong type is named (security 9.10)', () => {
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
    'an id of %j is refused, not converted (security 9.10)',
    async (given) => {
      const rosa = await portal.as('rosa')
      const { status, body } = await rosa.post('/api/request/send/', json({ request_id: given }))
      expect([status, body]).toEqual([400, ['Introduzca un número entero válido.']])
      const address = encodeURIComponent(String(given))
      expect((await rosa.get(`/api/requests/${address}/`)).status).toBe(404)
    },
  )

  test('unknown keys and prototype tricks are dropped (§11.7, security 5.9, security 9.8)', async () => {
    const body =
      '{"__proto__":{"is_superuser":true},"constructor":{"prototype":{"x":1}},"is_superuser":true,' +
      `"username":"${personas.rosa.rut}","password":"${SAMPLE_PASSWORD}"}`
    const rosa = portal.visitor()
    await rosa.fetchToken()
    const answer = await rosa.post(LOGIN, raw(body))
    expect([answer.status, answer.body.is_superuser]).toEqual([200, false])
    expect('x' in {}).toBe(false)
  })

  test('a repeated field counts once, the first (§11.14, security 9.9)', async () => {
    const body = `username=${personas.rosa.rut}&username=1-9&password=${encodeURIComponent(SAMPLE_PASSWORD)}`
    const rosa = portal.visitor()
    await rosa.fetchToken()
    const { status } = await rosa.post(LOGIN, raw(body, 'application/x-www-form-urlencoded'))
    expect(status).toBe(200)
  })
})

describe('a body that is too large is a 413 with a sentence (§11.9, security 10.2)', () => {
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
    '%s never reaches JSON (security 4.8)',
    async (type) => {
      const { status, body } = await visitor.post(LOGIN, raw('{"username":"1-9"}', type))
      expect(status).toBe(415)
      expect(body.detail).toBe(`Tipo de medio "${type}" incompatible en la solicitud.`)
    },
  )
})
