import { endpoints, type Reports } from '@carpeta/contract/reports'
import { todayInSantiago } from '@carpeta/domain/dates/dates'
import { monthOf } from '@carpeta/domain/dates/months'
import { reportPeriodMessages } from '@carpeta/domain/reports/reports'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Persona, type PersonaName, personas } from '../../seeds/personas.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { COPY, storeRequest, TRANSFER } from '../../test/stored-requests.ts'
import { changePassword } from '../../test/users/account-calls.ts'
import { ana, UserCalls } from '../../test/users/user-calls.ts'
import { userIdOf } from '../../test/users/user-id.ts'
import type { Visitor } from '../../test/visitor.ts'

let portal: Portal
let mario: Visitor
beforeAll(async () => {
  portal = await openPortal()
  mario = await portal.as('mario')
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.pool.query('delete from requests')
})

async function read(query = '', person = mario): Promise<Reports> {
  const { status, body } = await person.get(`/api/reports/${query}`)
  expect(status).toBe(200)
  expect(endpoints['GET /api/reports/'].answer.strict().parse(body)).toEqual(body)
  return body
}

/** A request that was closed then, by this deadline. */
async function storeAnswer(
  at: string,
  { title = COPY, kind = 'resolved', dueAt = at as string | null, minutes = 60 } = {},
): Promise<void> {
  const { id } = await storeRequest(portal, { title, state: kind })
  await portal.pool.query(
    `with event as (
       insert into request_events (request_id, kind, at) values ($1, $2, $3) returning id)
     insert into answer_times (event_id, due_at, worked_minutes) select id, $4, $5 from event`,
    [id, kind, at, dueAt, minutes],
  )
}

const DAY = 'T15:00:00Z'
const autumn = '?from=2026-03&to=2026-05'

describe('answers', () => {
  test('are counted by month and procedure, on time up to the deadline itself (§12.461)', async () => {
    await storeAnswer(`2026-03-02${DAY}`, { minutes: 30 })
    await storeAnswer(`2026-03-03${DAY}`, { dueAt: `2026-03-03T14:59:59Z`, minutes: 90 })
    await storeAnswer(`2026-05-04${DAY}`, { title: TRANSFER, kind: 'rejected', dueAt: null })
    await storeAnswer(`2026-06-01${DAY}`)
    const { from, to, answers } = await read(autumn)
    expect([from, to]).toEqual(['2026-03', '2026-05'])
    expect(
      answers.map(({ month, title, answered, on_time, late, mean_minutes }) => [
        month,
        title,
        answered,
        on_time,
        late,
        mean_minutes,
      ]),
    ).toEqual([
      [null, '', 3, 2, 1, 60],
      [null, TRANSFER, 1, 1, 0, 60],
      [null, COPY, 2, 1, 1, 60],
      ['2026-03', '', 2, 1, 1, 60],
      ['2026-03', COPY, 2, 1, 1, 60],
      ['2026-05', '', 1, 1, 0, 60],
      ['2026-05', TRANSFER, 1, 1, 0, 60],
    ])
  })

  test('count in the month of Santiago in which they closed the request (§12.461)', async () => {
    // In Santiago still the last evening of March.
    await storeAnswer('2026-04-01T02:30:00Z')
    const months = (await read(autumn)).answers.map(({ month }) => month)
    expect(months).toEqual([null, null, '2026-03', '2026-03'])
  })

  test('of a request that was cancelled do not exist, and of a reopened one there are two (§12.461)', async () => {
    const { id } = await storeRequest(portal, { state: 'in_review' })
    await portal.pool.query(
      `insert into request_events (request_id, kind, at) values
         ($1, 'resolved', '2026-03-02T15:00:00Z'), ($1, 'reopened', '2026-03-03T15:00:00Z'),
         ($1, 'rejected', '2026-04-02T15:00:00Z'), ($1, 'cancelled', '2026-04-03T15:00:00Z')`,
      [id],
    )
    const [all] = (await read(autumn)).answers
    // Their times are not recorded yet, so nothing says whether they were on time.
    expect(all).toMatchObject({ answered: 2, on_time: 0, late: 0, mean_minutes: null })
  })

  test('of a new cooperative are none', async () => {
    const { answers, open } = await read()
    expect(answers).toMatchObject([{ month: null, answered: 0, median_minutes: null }])
    expect(open.map(({ requests }) => requests)).toEqual([0, 0, 0, 0, 0])
  })
})

test('open requests are counted by age, with those that are overdue or wait for the member (§12.462)', async () => {
  await storeRequest(portal, { sentAt: 'now()' })
  await storeRequest(portal, {
    state: 'in_review',
    sentAt: "now() - interval '200 days'",
    dueAt: "now() - interval '1 hour'",
  })
  await storeRequest(portal, { state: 'missing', sentAt: "now() - interval '201 days'" })
  await storeRequest(portal, { state: 'resolved', sentAt: "now() - interval '1 day'" })
  await storeRequest(portal, { state: 'draft' })
  const { open } = await read()
  expect([open[0], open[4]]).toEqual([
    { requests: 1, overdue: 0, waiting: 0 },
    { requests: 2, overdue: 1, waiting: 1 },
  ])
  expect(open.reduce((sum, { requests }) => sum + requests, 0)).toBe(3)
})

test('a request that waits for the member beyond its legal deadline counts once, as overdue (§12.462)', async () => {
  for (const dueAt of ["now() - interval '1 hour'", "now() + interval '1 hour'"]) {
    await storeRequest(portal, { state: 'missing', sentAt: 'now()', dueAt })
  }
  const { open } = await read()
  expect(open[0]).toEqual({ requests: 2, overdue: 1, waiting: 1 })
})

describe('accounts', () => {
  test('are those of members, by the state that the list of users filters by (§12.463)', async () => {
    const ivan = await portal.as('ivan')
    const deactivated = await userIdOf(portal.db, 'hernan')
    await portal.pool.query('update users set is_active = false where id = $1', [deactivated])
    const { accounts } = await read()
    const staff = Object.values<Persona>(personas).filter(
      ({ group, isSuperuser }) => group || isSuperuser,
    )
    const listed = async (state: string) => {
      const { results } = (await ivan.get(`/api/users/?pageSize=100&invitation=${state}`)).body
      return results.filter(
        ({ email }: { email: string }) => !staff.some((person) => person.email === email),
      ).length
    }
    expect(accounts).toEqual({
      not_invited: (await listed('not_invited')) + (await listed('no_email')),
      invited: await listed('invited'),
      active: await listed('active'),
      inactive: 1,
    })
    await portal.pool.query('update users set is_active = true where id = $1', [deactivated])
  })

  test('count once, in the month of their first activation, and those of staff do not (§12.463)', async () => {
    const activate = async (name: PersonaName, at: string) =>
      portal.pool.query(
        `insert into audit_entries (at, action, subject_id) values ($1, 'account.activated', $2)`,
        [at, await userIdOf(portal.db, name)],
      )
    await activate('rosa', '2026-03-10T12:00:00Z')
    await activate('rosa', '2026-05-10T12:00:00Z')
    await activate('pia', '2026-03-11T12:00:00Z')
    await activate('mario', '2026-03-12T12:00:00Z')
    expect((await read(autumn)).activations).toEqual([
      { month: '2026-03', accounts: 2 },
      { month: '2026-04', accounts: 0 },
      { month: '2026-05', accounts: 0 },
    ])
  })
})

test('an account that Carla opened with a password counts when Ana replaces it (§12.463)', async () => {
  const thisMonth = async () => (await read()).activations.at(-1)?.accounts ?? 0
  const before = await thisMonth()
  await new UserCalls(portal).create(await portal.as('carla'), ana)
  const visitor = portal.visitor()
  await visitor.logIn(ana.profile.social_security, ana.password)
  expect(await thisMonth()).toBe(before)
  await changePassword(visitor, ana.password, 'Otra#Clave99')
  expect(await thisMonth()).toBe(before + 1)
})

describe('the period', () => {
  test('is the last twelve months without a choice', async () => {
    const { from, to, activations } = await read()
    expect(to).toBe(monthOf(todayInSantiago(new Date())))
    expect(activations.map(({ month }) => month)).toEqual([
      from,
      ...Array(10).fill(expect.any(String)),
      to,
    ])
  })

  test.each([
    ['?from=2026-05&to=2026-03', reportPeriodMessages.reversed.text],
    ['?from=2020-01&to=2026-03', reportPeriodMessages.tooLong.text],
    ['?from=ayer', reportPeriodMessages.month.text],
    ['?to=9999-12', reportPeriodMessages.future.text],
  ])('%s is refused', async (query, sentence) => {
    for (const path of [`/api/reports/${query}`, `/api/reports/open/export.csv${query}`]) {
      const { status, body } = await mario.get(path)
      expect([status, body]).toEqual([400, { from: [sentence] }])
    }
  })
})

describe('as CSV', () => {
  const download = async (name: string, person = mario) =>
    person.get(`/api/reports/${name}/export.csv${autumn}`)

  test('answers have a row for each month and procedure, with numbers as Chile writes them (§12.466)', async () => {
    await storeAnswer(`2026-03-02${DAY}`, { minutes: 90 })
    await storeAnswer(`2026-03-03${DAY}`, { dueAt: `2026-03-03T14:00:00Z`, minutes: 90 })
    await storeAnswer(`2026-03-04${DAY}`, { minutes: 90 })
    await portal.pool.query(`update procedures set title = '=1+1' where title = $1`, [COPY])
    const { headers, bytes } = await download('answers')
    expect(headers['content-disposition']).toContain('informe-respuestas.csv')
    expect(bytes.toString('utf8').split('\r\n')).toEqual([
      '\ufeffMes;Trámite;Respondidas;En plazo;Atrasadas;% en plazo;Horas hábiles (promedio);Horas hábiles (mediana)',
      "2026-03;'=1+1;3;2;1;66,7;1,5;1,5",
      '',
    ])
  })

  test.each([
    ['open', 'Antigüedad en días hábiles;Abiertas;Atrasadas;Esperan al socio', 6],
    ['accounts', 'Estado;Cuentas', 5],
    ['activations', 'Mes;Cuentas activadas', 4],
  ])('%s', async (name, header, lines) => {
    const text = (await download(name)).bytes.toString('utf8').split('\r\n').slice(0, -1)
    expect([text[0], text.length]).toEqual([`\ufeff${header}`, lines])
  })

  test('an unknown report is a 404', async () => {
    expect((await download('sueldos')).status).toBe(404)
  })
})

test('reports are for staff who answer requests, and name nobody (§12.466, security 11.62)', async () => {
  for (const path of ['/api/reports/', '/api/reports/open/export.csv']) {
    expect((await portal.visitor().get(path)).status).toBe(401)
    expect((await (await portal.as('rosa')).get(path)).status).toBe(403)
    expect((await (await portal.as('carla')).get(path)).status).toBe(403)
    expect((await mario.get(path)).status).toBe(200)
  }
  await storeRequest(portal, { by: 'rosa' })
  const text = JSON.stringify(await read())
  for (const { rut, lastName, email } of Object.values(personas)) {
    for (const known of [rut, lastName, email].filter(Boolean)) expect(text).not.toContain(known)
  }
})
