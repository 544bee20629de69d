import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { callWithSlowBody } from '../../test/slow-call.ts'
import { statusAndBody } from '../../test/users/status-and-body.ts'
import { userIdOf } from '../../test/users/user-id.ts'
import { ViewAsCalls } from '../../test/users/view-as-calls.ts'
import { type Answer, form, json, type Visitor } from '../../test/visitor.ts'
import { exec, many, sql } from '../db/query.ts'

let portal: Portal
let anonymous: Visitor
beforeEach(async () => {
  portal = await openPortal()
  anonymous = portal.visitor()
  await anonymous.fetchToken()
})
afterEach(() => portal.close())

describe('the caller’s own sessions', () => {
  test('are listed with device, place, login and last use, and the others can be ended (security 5.31, §12.2142)', async () => {
    const [here, there] = [await portal.logIn('rosa'), await portal.logIn('rosa')]
    await portal.logIn('hernan')
    const { body } = await here.get('/api/client/sessions/')
    expect(body.results).toHaveLength(2)
    expect(body.results[0]).toEqual({
      id: expect.any(Number),
      device: expect.any(String),
      place: 'Lugar desconocido',
      started_at: expect.stringMatching(/Z$/),
      last_used_at: expect.stringMatching(/Z$/),
      is_current: expect.any(Boolean),
    })
    expect(await statusAndBody(here.post('/api/client/sessions/end-others/'))).toEqual({
      status: 200,
      body: {},
    })
    expect((await there.get('/api/auth/user/')).status).toBe(401)
    expect((await here.get('/api/client/sessions/')).body.results).toMatchObject([
      { is_current: true },
    ])
  })

  test('are at most fifty: a login ends those that were not used for the longest time (security 3.26)', async () => {
    const first = await portal.logIn('rosa')
    await exec(
      portal.db,
      sql`insert into sessions (id_hash, user_id, created_at, last_used_at)
        select 'session' || n, id, now() - interval '1 hour', now() - n * interval '1 minute'
        from users, generate_series(1, 55) as n where rut = ${personas.rosa.rut}`,
    )
    await portal.logIn('rosa')
    const hashes = await many<{ idHash: string }>(
      portal.db,
      sql`select id_hash from sessions where id_hash like 'session%' order by last_used_at desc`,
    )
    const expected = Array.from({ length: 48 }, (_, i) => ({ idHash: `session${i + 1}` }))
    expect(hashes).toEqual(expected)
    expect((await first.get('/api/auth/user/')).status).toBe(200)
  })

  test('are listed in pages, the last used first (§12.109)', async () => {
    const rosa = await portal.logIn('rosa')
    await exec(
      portal.db,
      sql`insert into sessions (id_hash, user_id, user_agent, last_used_at)
        select 'session' || n, id, 'Firefox/' || n, now() - n * interval '1 minute'
        from users, generate_series(1, 22) as n where rut = ${personas.rosa.rut}`,
    )
    const page = async (query: string) =>
      (await rosa.get(`/api/client/sessions/${query}`)).body as {
        results: { id: number; is_current: boolean }[]
        current: number
        lastPage: number
      }
    const pages = [await page(''), await page('?page=2'), await page('?page=9')]
    expect(pages.map(({ current, lastPage }) => [current, lastPage])).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
    ])
    const rows = pages.flatMap(({ results }) => results)
    expect(rows.map(({ is_current }) => is_current)).toEqual([true, ...Array(22).fill(false)])
    expect(new Set(rows.map(({ id }) => id)).size).toBe(23)
    expect((await page('?pageSize=30')).results).toEqual(rows)
    expect((await rosa.get('/api/client/sessions/?page=0')).status).toBe(404)
  })

  test('one can be ended, but not another user’s (security 16.20)', async () => {
    const [here, there] = [await portal.logIn('rosa'), await portal.logIn('rosa')]
    const hernan = await portal.logIn('hernan')
    const { body } = await here.get('/api/client/sessions/')
    const other = body.results.find((session: { is_current: boolean }) => !session.is_current)
    expect((await hernan.call('DELETE', `/api/client/sessions/${other.id}/`)).status).toBe(404)
    expect((await there.get('/api/auth/user/')).status).toBe(200)

    expect((await here.call('DELETE', `/api/client/sessions/${other.id}/`)).status).toBe(200)
    expect((await there.get('/api/auth/user/')).status).toBe(401)
    expect((await here.get('/api/auth/user/')).status).toBe(200)
    expect((await here.call('DELETE', `/api/client/sessions/${other.id}/`)).status).toBe(404)
  })

  test('are ended without an entry in the audit log where there is no other (security 13.31)', async () => {
    const rosa = await portal.logIn('rosa')
    const entries = () =>
      many(portal.db, sql`select from audit_entries where action = 'session.ended_others'`)
    expect((await rosa.post('/api/client/sessions/end-others/')).status).toBe(200)
    expect(await entries()).toEqual([])
    await portal.logIn('rosa')
    expect((await rosa.post('/api/client/sessions/end-others/')).status).toBe(200)
    expect(await entries()).toHaveLength(1)
  })

  test('need a signed-in user (security 5.31)', async () => {
    expect((await anonymous.call('DELETE', '/api/client/sessions/1/')).status).toBe(401)
    expect((await anonymous.get('/api/client/sessions/')).status).toBe(401)
    expect((await anonymous.post('/api/client/sessions/end-others/')).status).toBe(401)
  })
})

describe('GET /api/client/', () => {
  test('answers Rosa with her own data, staff with 403 and anonymous visitors with 401 (§7.14)', async () => {
    const { body } = await (await portal.logIn('rosa')).get('/api/client/')
    expect(body).toMatchObject({ first_name: 'Rosa', is_active: true })
    expect((await (await portal.logIn('carla')).get('/api/client/')).status).toBe(403)
    expect((await anonymous.get('/api/client/')).status).toBe(401)
  })
})

const CALLS = 30

const ownerOf = ({ status, body }: Answer) =>
  status === 200 ? { username: body.username, viewer: body.viewed_by?.name } : status

test('each of many calls at once is of its own person, also in a view and without a session (security 3.25)', async () => {
  const [rosa, bruno, mario, carla, gone] = await Promise.all(
    (['rosa', 'bruno', 'mario', 'carla', 'hernan'] as const).map((name) => portal.logIn(name)),
  )
  await new ViewAsCalls(portal).viewAs(carla as Visitor, 'rosa')
  const hernan = await userIdOf(portal.db, 'hernan')
  await portal.pool.query('delete from sessions where user_id = $1', [hernan])
  const people = [
    { visitor: rosa, owner: { username: personas.rosa.rut, viewer: undefined } },
    { visitor: bruno, owner: { username: personas.bruno.rut, viewer: undefined } },
    { visitor: mario, owner: { username: personas.mario.rut, viewer: undefined } },
    { visitor: carla, owner: { username: personas.rosa.rut, viewer: 'Carla Neira Bustos' } },
    { visitor: gone, owner: 401 },
    { visitor: portal.visitor(), owner: 401 },
  ]
  const calls = Array.from({ length: CALLS }, () => people).flat()
  const owners = await Promise.all(
    calls.map(async ({ visitor }) => ownerOf((await visitor?.get('/api/auth/user/')) as Answer)),
  )
  expect(owners).toEqual(calls.map(({ owner }) => owner))
})

test('a call after a logout is refused, whatever calls are on their way (security 3.25)', async () => {
  const [bruno, ...leaving] = await Promise.all(
    (['bruno', 'rosa', 'pia', 'elena'] as const).map((name) => portal.logIn(name)),
  )
  let isOver = false
  const others = Array.from({ length: 4 }, async () => {
    while (!isOver) expect((await bruno?.get('/api/auth/user/'))?.status).toBe(200)
  })
  const last = await Promise.all(
    leaving.map(async (visitor) => {
      const cookies = new Map(visitor.cookies)
      expect((await visitor.post('/api/auth/logout/')).status).toBe(200)
      for (const cookie of cookies) visitor.cookies.set(...cookie)
      return (await visitor.get('/api/auth/user/')).status
    }),
  )
  isOver = true
  await Promise.all(others)
  expect(last).toEqual([401, 401, 401])
})

describe('whatever id the session gets meanwhile,', () => {
  async function sessionsOf(name: keyof typeof personas): Promise<number[]> {
    const rows = await many<{ id: number }>(
      portal.db,
      sql`select sessions.id from sessions join users on users.id = user_id
        where rut = ${personas[name].rut} order by sessions.id`,
    )
    return rows.map(({ id }) => id)
  }

  async function confirmPassword(person: Visitor): Promise<void> {
    const password = json({ password: SAMPLE_PASSWORD })
    expect((await person.post('/api/auth/reauthenticate/', password)).status).toBe(200)
  }

  test('a logout ends it: Rosa confirms her password in another tab (security 3.100)', async () => {
    const rosa = await portal.logIn('rosa')
    const confirmed = new Map<string, string>()
    const logout = await callWithSlowBody(
      portal,
      rosa,
      ['POST', '/api/auth/logout/', json({})],
      async () => {
        await confirmPassword(rosa)
        for (const cookie of rosa.cookies) confirmed.set(...cookie)
      },
    )
    expect(logout.status).toBe(200)
    expect(await sessionsOf('rosa')).toEqual([])
    for (const cookie of confirmed) rosa.cookies.set(...cookie)
    expect((await rosa.get('/api/auth/user/')).status).toBe(401)
  })

  test('a login in the same browser replaces it (security 3.100)', async () => {
    const rosa = await portal.logIn('rosa')
    const before = await sessionsOf('rosa')
    const credentials = json({ username: personas.rosa.rut, password: SAMPLE_PASSWORD })
    const login = await callWithSlowBody(
      portal,
      rosa,
      ['POST', '/api/auth/login/', credentials],
      () => confirmPassword(rosa),
    )
    expect(login.status).toBe(200)
    const after = await sessionsOf('rosa')
    expect(after).toHaveLength(1)
    expect(after).not.toEqual(before)
  })

  test.each([
    ['begins', 'member.viewed_as'],
    ['ends', 'member.view_ended'],
  ])(
    'a logout of Carla’s ends it: a view as a member %s in another tab (security 3.100)',
    async (_, lastAction) => {
      const carla = await portal.logIn('carla')
      const views = new ViewAsCalls(portal)
      const since = await views.lastEntryId()
      if (lastAction === 'member.view_ended') await views.viewAs(carla, 'rosa')
      const logout = await callWithSlowBody(
        portal,
        carla,
        ['POST', '/api/auth/logout/', json({})],
        () =>
          lastAction === 'member.view_ended'
            ? carla.post('/api/view-as/end/')
            : views.viewAs(carla, 'rosa'),
      )
      expect(logout.status).toBe(200)
      expect(await sessionsOf('carla')).toEqual([])
      const log = (await views.auditLog(since)).map(({ action, whose }) => [action, whose])
      expect(log).toEqual([
        ['member.viewed_as', 'Rosa'],
        ['member.view_ended', 'Rosa'],
        ['session.logout', 'Carla'],
      ])
    },
  )

  test('a view ends once, and the member reads one end of it (security 3.100)', async () => {
    const carla = await portal.logIn('carla')
    const views = new ViewAsCalls(portal)
    await views.viewAs(carla, 'rosa')
    const since = await views.lastEntryId()
    const ends = await Promise.all([1, 2].map(() => carla.post('/api/view-as/end/')))
    expect(ends.map(({ status }) => status).toSorted()).toEqual([200, 401])
    const log = (await views.auditLog(since)).map(({ action }) => action)
    expect(log).toEqual(['member.view_ended'])
  })
})

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

async function logIn(
  name: keyof typeof personas,
  visitor: Visitor = portal.visitor(),
  password = SAMPLE_PASSWORD,
  userAgent = FIREFOX,
): Promise<Visitor> {
  await visitor.fetchToken()
  const credentials = form({ username: personas[name].rut, password })
  const headers = { ...credentials.headers, 'user-agent': userAgent }
  await visitor.post('/api/auth/login/', { ...credentials, headers })
  return visitor
}

async function warningsTo(name: keyof typeof personas): Promise<string[]> {
  const emails = await portal.sentEmails()
  return emails
    .filter(({ to, subject }) => to === personas[name].email && subject.includes('equipo nuevo'))
    .map(({ text }) => text)
}

describe('a login from a new device', () => {
  test('is reported to the owner by email, with device and place (security 16.19)', async () => {
    await logIn('rosa')
    await logIn('rosa')
    const warnings = await warningsTo('rosa')
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toContain('Firefox en Linux, Lugar desconocido')
    expect(warnings[0]).toContain('/change-password')
  })

  test('is reported without the words that the browser calls itself by (security 16.23)', async () => {
    const phishing = 'Ingresa a www.carpeta-segura.cl/1.0'
    await logIn('losRobles')
    await logIn('losRobles', portal.visitor(), SAMPLE_PASSWORD, phishing)
    const [warning = ''] = await warningsTo('losRobles')
    expect(warning).toContain('Equipo desconocido')
    expect(warning).not.toContain('carpeta-segura')
  })

  test.each([
    ['Llama al 600 123 4567/5.0 (Windows NT 10.0; Win64; x64)', 'Navegador desconocido en Windows'],
    ['Banco Estado/1.0 seguro', 'Equipo desconocido'],
    ['Soporte del banco', 'Equipo desconocido'],
    [
      'Mozilla/5.0 (Linux; Android 16; Llama) Chrome/143.0 Mobile Safari/537.36',
      'Chrome en Android',
    ],
  ])(
    'that calls itself ‘%s’ is ‘%s’ in the email, in the list of sessions and in the export (security 16.100, §12.2142)',
    async (userAgent, device) => {
      await portal.logIn('losRobles')
      const losRobles = await logIn('losRobles', portal.visitor(), SAMPLE_PASSWORD, userAgent)
      const [warning = ''] = await warningsTo('losRobles')
      expect(warning.replace(/\s+/g, ' ')).toContain(`: ${device}, Lugar desconocido.`)
      const [current] = (await losRobles.get('/api/client/sessions/')).body.results
      expect(current).toMatchObject({ device, is_current: true })
      const exported = await losRobles.get('/api/client/data.json')
      expect(exported.body.sessions[0]).toMatchObject({ device })
    },
  )

  test('is not reported at the first login, nor on a device of an earlier one (security 16.19)', async () => {
    const hernan = await logIn('hernan')
    await hernan.post('/api/auth/logout/')
    await logIn('hernan', hernan)
    expect(await warningsTo('hernan')).toEqual([])
  })

  test('is reported to each account of a shared computer', async () => {
    const shared = await logIn('pia')
    await logIn('bruno')
    await logIn('bruno', shared)
    expect(await warningsTo('pia')).toEqual([])
    expect(await warningsTo('bruno')).toHaveLength(1)
  })

  test('is not reported when the password is wrong', async () => {
    await logIn('elena')
    await logIn('elena', portal.visitor(), 'Equivocada#1')
    expect(await warningsTo('elena')).toEqual([])
  })
})
