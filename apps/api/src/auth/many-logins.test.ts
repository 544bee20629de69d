import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { AccountCalls } from '../../test/users/account-calls.ts'
import { type Answer, form, json, type Visitor } from '../../test/visitor.ts'
import { many, sql } from '../db/query.ts'
import { hashQueue } from './passwords.ts'

// Behind a trusted proxy, so that the visitors can have many addresses.
let portal: Portal
let crowd: Visitor[]
beforeAll(async () => {
  portal = await openPortal('sample', {
    TRUST_PROXY: 'true',
    REGISTRATION_OPEN: 'true',
  })
  crowd = Array.from({ length: 200 }, () => portal.visitor())
  for (const visitor of crowd) await visitor.fetchToken()
})
afterEach(() => portal.pool.query('delete from login_attempts; delete from rate_limits'))
afterAll(() => portal.close())

/** No hash ends before `open` is called. */
function closeQueue(entries = hashQueue.concurrency): { open: () => void } {
  const gate = Promise.withResolvers<void>()
  for (let i = 0; i < entries; i++) void hashQueue(() => gate.promise)
  onTestFinished(() => gate.resolve())
  return { open: gate.resolve }
}

function logIn(visitor: Visitor, username: string, password: string, address: string) {
  const { payload, headers } = form({ username, password })
  return visitor.post('/api/auth/login/', {
    payload,
    headers: { ...headers, 'x-forwarded-for': address },
  })
}

/** All visitors log in at once, each with another unknown email. */
function anonymousLogIns(address: (i: number) => string): Promise<Answer>[] {
  return crowd.map((visitor, i) =>
    logIn(visitor, `nadie${i}@correo.example`, 'Otra#2026', address(i)),
  )
}

function count(answers: Answer[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

test('of two hundred concurrent logins of one address ten wait, and Rosa logs in elsewhere and reads her sales (security 2.21, security 6.16, security 10.9)', async () => {
  const rosa = await portal.logIn('rosa')
  const queue = closeQueue()
  const verified: number[] = []
  const logins = anonymousLogIns(() => '10.0.0.1').map(async (login) => {
    const answer = await login
    if (answer.status === 400) verified.push(answer.status)
    return answer
  })
  await vi.waitFor(() => expect(hashQueue.pendingCount).toBe(10), 60_000)
  for (const url of ['/api/health/', '/api/sales-data/']) {
    expect((await rosa.get(url)).status).toBe(200)
  }
  expect(verified).toEqual([])
  const elsewhere = portal.logIn('rosa')
  queue.open()
  await elsewhere
  expect(count(await Promise.all(logins))).toEqual({ 400: 10, 429: 190 })
})

test('right logins of one member on many devices keep nobody else out (security 2.21)', async () => {
  const devices = crowd.slice(0, 19)
  for (const [i, device] of devices.entries()) {
    await logIn(device, personas.rosa.rut, SAMPLE_PASSWORD, `10.0.0.${i}`)
  }
  const queue = closeQueue()
  const refused: Answer[] = []
  const flood = Array.from({ length: 190 }, async (_, i) => {
    const device = devices[i % devices.length] as Visitor
    const answer = await logIn(device, personas.rosa.rut, SAMPLE_PASSWORD, `10.0.1.${i}`)
    if (answer.status === 429) refused.push(answer)
    return answer
  })
  await vi.waitFor(() => expect(refused).toHaveLength(187), 60_000)
  const others = (['hernan', 'elena', 'pia'] as const).map((name) => portal.logIn(name))
  queue.open()
  await Promise.all(others)
  expect(count(await Promise.all(flood))).toEqual({ 200: 3, 429: 187 })
  expect(refused[0]).toMatchObject({
    body: 'Demasiados intentos. Inténtalo de nuevo en 5 segundos.',
    setCookies: [],
  })
  // None of them counts as a failure.
  const rows = await many(
    portal.db,
    sql`select
    (select count(*)::int from login_attempts where attempts > 0) as attempts,
    (select coalesce(sum(points), 0)::int from rate_limits where key like 'login:%') as failures`,
  )
  expect(rows).toEqual([{ attempts: 0, failures: 0 }])
})

test('a fourth login of a name waits alike for a known and an unknown rut (security 1.8, security 2.21)', async () => {
  const queue = closeQueue()
  const refusedOf = async (rut: string) => {
    const refused: Answer[] = []
    const logins = Array.from({ length: 5 }, async () => {
      const answer = await portal.visitor().logIn(rut, 'Otra#2026')
      if (answer.status === 429) refused.push(answer)
    })
    await vi.waitFor(() => expect(refused).toHaveLength(2), 60_000)
    return { refused, logins }
  }
  const known = await refusedOf(personas.rosa.rut)
  const unknown = await refusedOf('1-9')
  const shape = ({ status, body, headers }: Answer) => [status, body, Object.keys(headers)]
  expect(unknown.refused.map(shape)).toEqual(known.refused.map(shape))
  queue.open()
  await Promise.all([...known.logins, ...unknown.logins])
})

test('six logins at once, three by a rut and three by an email, do not tell whether both are Pía’s (security 1.421)', async () => {
  const { pia, mario, carla } = personas
  for (const [rut, email] of [
    [pia.rut, pia.email],
    [mario.rut, carla.email],
    ['1-9', 'nadie@correo.example'],
  ] as const) {
    const queue = closeQueue()
    const refused: number[] = []
    const logins = [rut, email, rut, email, rut, email].map(async (name) => {
      const { status } = await portal.visitor().logIn(name, 'Otra#2026')
      if (status === 429) refused.push(status)
      return status
    })
    await vi.waitFor(() => expect(hashQueue.pendingCount + refused.length).toBe(6), 60_000)
    expect(refused).toEqual([])
    queue.open()
    expect(await Promise.all(logins)).toEqual(Array(6).fill(400))
  }
})

test('a full queue refuses further logins with 503, and these attempts do not count', async () => {
  const queue = closeQueue()
  const logins = anonymousLogIns((i) => `10.0.0.${i}`)
  const refused: Answer[] = []
  for (const login of logins) {
    void login.then((answer) => void (answer.status === 503 && refused.push(answer)))
  }
  await vi.waitFor(() => expect(refused).toHaveLength(100), 60_000)
  queue.open()
  expect(count(await Promise.all(logins))).toEqual({ 400: 100, 503: 100 })
  for (const { body, headers, setCookies } of refused) {
    expect(body).toBe('Servicio no disponible. Inténtalo más tarde.')
    expect(headers['retry-after']).toBe('5')
    expect(setCookies).toEqual([])
  }
  const rows = await many(
    portal.db,
    sql`select
    (select sum(attempts)::int from login_attempts) as attempts,
    (select sum(points)::int from rate_limits where key like 'login:%') as failures`,
  )
  expect(rows).toEqual([{ attempts: 100, failures: 100 }])
  expect((await portal.visitor().logIn(personas.rosa.rut, SAMPLE_PASSWORD)).status).toBe(200)
})

test('a full queue answers the same for a known and an unknown rut, and for a change of password (security 1.8)', async () => {
  const rosa = await portal.logIn('rosa')
  // Two hashes run and a hundred wait.
  const queue = closeQueue(102)
  const [someone, another] = crowd
  const answers = [
    await someone?.logIn(personas.rosa.rut, SAMPLE_PASSWORD),
    await another?.logIn('1-9', SAMPLE_PASSWORD),
  ].map((answer) => ({ ...answer, headers: Object.keys(answer?.headers ?? {}).toSorted() }))
  const change = json({ old_password: SAMPLE_PASSWORD, new_password: 'Quillay#4471' })
  const changed = await rosa.post('/api/client/password/change/', change)
  queue.open()
  expect(answers[0]).toMatchObject({ status: 503, setCookies: [] })
  expect(answers[1]).toEqual(answers[0])
  expect(changed.status).toBe(503)
  const rows = await many(portal.db, sql`select sum(attempts)::int as attempts from login_attempts`)
  expect(rows).toEqual([{ attempts: 0 }])
})

test('registrations from the addresses of one IPv6 network have the hashes of one address (security 2.500)', async () => {
  const queue = closeQueue()
  const refused: Answer[] = []
  const calls = crowd.slice(0, 5).map(async (visitor, i) => {
    const person = { name: 'Ana', last_name: 'Mora', password: 'Quillay#4471' }
    const { payload, headers } = json({ ...person, email: `ana${i}@correo.example` })
    const answer = await visitor.post('/api/auth/register/', {
      payload,
      headers: { ...headers, 'x-forwarded-for': `2001:db8:1:2::${i + 1}` },
    })
    if (answer.status === 429) refused.push(answer)
    return answer
  })
  await vi.waitFor(() => expect(refused).toHaveLength(2), 60_000)
  queue.open()
  expect(count(await Promise.all(calls))).toEqual({ 201: 3, 429: 2 })
})

test('what a thief confirms again and again in Rosa’s session keeps her link from no password (security 6.751)', async () => {
  const thief = await portal.logIn('rosa')
  const account = await AccountCalls.open(portal)
  const token = await account.restoreToken()
  const queue = closeQueue()
  const confirmations = Array.from({ length: 3 }, () =>
    thief.post('/api/auth/reauthenticate/', json({ password: SAMPLE_PASSWORD })),
  )
  await vi.waitFor(() => expect(hashQueue.pendingCount).toBe(3), 60_000)
  const choosing = account.setPassword(token)
  const waits = vi.waitFor(() => expect(hashQueue.pendingCount).toBe(4), 60_000)
  await Promise.race([choosing, waits])
  queue.open()
  expect((await choosing).status).toBe(200)
  await Promise.all(confirmations)
  expect((await thief.get('/api/auth/user/')).status).toBe(401)
})
