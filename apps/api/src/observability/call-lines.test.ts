import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { cloneDatabase, openPortalOn, type Portal } from '../../test/open-portal.ts'
import { openLog } from './logger.ts'

type Line = Record<string, unknown>

const lines: Line[] = []
let portal: Portal
let origin: string
beforeAll(async () => {
  const write = (line: string) => void lines.push(JSON.parse(line))
  const log = openLog({ logLevel: 'info' }, { write })
  portal = await openPortalOn(await cloneDatabase('sample'), {}, { log })
  origin = await portal.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => portal.close())
beforeEach(() => void lines.splice(0))

const calls = () => lines.filter(({ msg }) => msg === 'call')

test('a call is one line: method, route, status, duration, request id and user, and nothing else of the person (§12.530, security 11.70)', async () => {
  const ivan = await portal.as('ivan')
  lines.splice(0)
  const { status, headers } = await ivan.get('/api/users/?search=rosa&page=1')
  expect(status).toBe(200)
  expect(lines).toEqual([
    {
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      pid: expect.any(Number),
      hostname: expect.any(String),
      requestId: headers['x-request-id'],
      method: 'GET',
      route: '/api/users/',
      status: 200,
      durationMs: expect.any(Number),
      userId: expect.any(Number),
      msg: 'call',
    },
  ])
})

test('the route is the pattern: neither ids nor tokens of an address are in the log (security 11.70, security 11.641)', async () => {
  const anyone = portal.visitor()
  await anyone.get('/api/statements/s3cr3t-t0ken/?token=s3cr3t-t0ken')
  await anyone.get('/api/due-calendar.ics?key=s3cr3t-t0ken')
  await anyone.get('/api/s3cr3t-t0ken/')
  await portal.app.inject({ method: 'OPTIONS', url: '/api/s3cr3t-t0ken/' })
  expect(calls()).toMatchObject([
    { route: '/api/statements/:folio/', userId: null },
    { route: '/api/due-calendar.ics', status: 404 },
    { method: 'GET', route: 'unknown', status: 404 },
    { method: 'OPTIONS', route: 'unknown', status: 200 },
  ])
  expect(JSON.stringify(lines)).not.toContain('s3cr3t')
})

test('a refused login names nobody (security 11.70)', async () => {
  await portal.visitor().logIn(personas.rosa.rut, 'Una-clave-equivocada-9')
  expect(calls().at(-1)).toMatchObject({ route: '/api/auth/login/', status: 400, userId: null })
  expect(JSON.stringify(lines)).not.toMatch(new RegExp(`${personas.rosa.rut}|equivocada`))
})

test('pages and files are no lines at info (§12.530)', async () => {
  await portal.visitor().get('/environments.json')
  await portal.visitor().get('/favicon.svg?token=s3cr3t')
  expect(lines).toEqual([])
})

test('the request id is short, the portal’s own, and the same in answer and log (§12.532, security 11.71)', async () => {
  const response = await portal.app.inject({
    url: '/api/auth/user/',
    headers: { 'x-request-id': 'forged', 'request-id': 'forged' },
  })
  const id = response.headers['x-request-id']
  expect(id).toMatch(/^[2-9A-Z]{5}-[2-9A-Z]{5}$/)
  expect(calls()).toMatchObject([{ requestId: id, status: 401 }])
})

test('however the target of a call is written, its line and its headers are those of the API (security 8.13)', async () => {
  const call = async (method: string, path: string): Promise<IncomingMessage> => {
    const sent = request(origin, { method, path }).end()
    const [response] = await once(sent, 'response')
    await once(response.resume(), 'end')
    return response
  }
  for (const [method, target, status, route] of [
    ['GET', `${origin}/api/auth/user/`, 401, '/api/auth/user/'],
    ['GET', 'HTTPS://otro.example/api/auth/user/?format=json', 401, '/api/auth/user/'],
    ['GET', 'http:///api/auth/user/', 401, '/api/auth/user/'],
    ['GET', '/%61pi/auth/user/', 401, '/api/auth/user/'],
    ['GET', `${origin}/%61pi/auth/user/`, 401, '/api/auth/user/'],
    ['DELETE', `${origin}/api/auth/user/`, 405, 'unknown'],
    ['OPTIONS', `${origin}/api/auth/user/`, 200, 'unknown'],
    ['GET', `${origin}/api/nada/`, 404, 'unknown'],
    ['GET', '/api/%zz/', 404, 'unknown'],
    ['GET', '/api/%E0%A4%A/?from=%zz', 404, 'unknown'],
    ['GET', `/api/statements/${'9'.repeat(8000)}/`, 404, '/api/statements/:folio/'],
  ] as const) {
    lines.splice(0)
    const { statusCode, headers } = await call(method, target)
    expect([statusCode, calls()], target).toMatchObject([status, [{ method, route, status }]])
    expect(headers, target).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.any(String),
    })
  }
})

test('Rosa leaves while the database keeps her call waiting: that is no error (security 10.190)', async () => {
  const rosa = await portal.as('rosa')
  lines.splice(0)
  const { port } = new URL(origin)
  const guard = await portal.pool.connect()
  await guard.query('begin; lock table sessions in access exclusive mode')
  const connection = once(portal.app.server, 'connection')
  const cookie = `sessionid=${rosa.cookies.get('sessionid')}`
  const call = request({ port, path: '/api/sales-data/', headers: { cookie } }).end()
  call.on('error', () => {})
  const [socket] = await connection
  await vi.waitFor(async () => {
    const waiting = 'select from pg_locks where not granted'
    expect((await portal.pool.query(waiting)).rowCount).toBeGreaterThan(0)
  })
  const closed = once(socket, 'close')
  call.destroy()
  await closed
  await guard.query('rollback')
  guard.release()
  // Asked later, and answered later: by then hers has ended too.
  expect((await rosa.get('/api/sales-data/')).status).toBe(200)
  expect(lines.filter(({ level }) => level === 'error')).toEqual([])
})
