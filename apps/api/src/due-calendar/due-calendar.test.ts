import ICAL from 'ical.js'
import { beforeEach, describe, expect, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { openPortalForTest, type Portal } from '../../test/open-portal.ts'
import { linkTokenOf } from '../../test/users/account-calls.ts'
import { ageAuthentication } from '../../test/users/age-authentication.ts'
import { ana, UserCalls } from '../../test/users/user-calls.ts'
import { userIdOf } from '../../test/users/user-id.ts'
import { json, type Visitor } from '../../test/visitor.ts'
import { exec, many, one, sql } from '../db/query.ts'
import { operator } from '../http/caller.ts'
import { tokenHash } from '../http/tokens.ts'
import { anonymiseAccount } from '../personal-data/erase-member.ts'
import { rateLimitRules } from '../throttle/limits.ts'
import { deleteUnreadCalendars } from './due-calendar-store.ts'

let portal: Portal
let rosa: Visitor
beforeEach(async () => {
  portal = await openPortalForTest({})
  rosa = await portal.as('rosa')
})

const path = '/api/due-calendar/'
const create = async (by = rosa): Promise<string> => {
  const { status, body } = await by.post(path, json({}))
  expect(status).toBe(201)
  return body.key
}
/** As a calendar's program asks: without cookies. */
const read = (key: string) => portal.visitor().get(`/api/due-calendar.ics?key=${key}`)

interface Dates {
  name: string
  events: { uid: string; day: string; isDate: boolean; summary: string }[]
}

/** The file as ical.js, the parser of Thunderbird's calendar, reads it. */
function parsed(text: string): Dates {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const events = calendar.getAllSubcomponents('vevent').map((each) => new ICAL.Event(each))
  return {
    name: String(calendar.getFirstPropertyValue('name')),
    events: events.map(({ uid, startDate, summary }) => ({
      uid,
      day: startDate.toString(),
      isDate: startDate.isDate,
      summary,
    })),
  }
}

describe('Rosa’s address', () => {
  test('gives a calendar the days on which she owes, as whole days without amounts, and no cookie (§12.1580, security 3.640, security 5.641)', async () => {
    const key = await create()
    const { status, headers, body } = await read(key)
    expect([
      status,
      headers['content-type'],
      headers['set-cookie'],
      headers['cache-control'],
    ]).toEqual([200, 'text/calendar; charset=utf-8', undefined, 'no-store'])
    const text = String(body)
    const { name, events } = parsed(text)
    expect(name).toBe('Mis cuotas')
    expect(events.length).toBeGreaterThan(0)
    const { rows } = await portal.pool.query<{ day: string }>(
      `select distinct due_on::text as day from instalments join sales on sales.id = sale_id
       where code = 'V-1001' and due_on >= (now() at time zone 'America/Santiago')::date
         and balance > 0 order by day`,
    )
    expect(events.map(({ day }) => day)).toEqual(rows.map(({ day }) => day))
    expect(events[0]).toMatchObject({ isDate: true, summary: expect.stringMatching(/ · Casa 24$/) })
    expect(text).not.toMatch(/UF|\$|12\.?345\.?678|Rosa|Muñoz/)
    // A later answer has the same events.
    expect(parsed(String((await read(key)).body)).events).toEqual(events)
  })

  test('is made after a recent login only: whoever finds her session open would read it for years (security 3.990)', async () => {
    const key = await create()
    await ageAuthentication(portal.db, 'rosa')
    const { status, headers } = await rosa.post(path, json({}))
    expect([status, headers['x-error-code']]).toEqual([403, 'reauthentication_required'])
    expect((await read(key)).status).toBe(200)
    expect((await rosa.call('DELETE', path)).status).toBe(200)
  })

  test('is stored as its hash, told once, and known to her alone (security 11.640, security 5.640)', async () => {
    const key = await create()
    expect(key).toMatch(/^[\w-]{43}$/)
    const row = await one<Record<string, unknown>>(portal.db, sql`select * from due_calendars`)
    expect(row.keyHash).toBe(tokenHash(key))
    expect(JSON.stringify(row)).not.toContain(key)
    await read(key)
    const { body } = await rosa.get(path)
    expect(body).toEqual({ created_at: expect.any(String), last_read_at: expect.any(String) })
    const none = { created_at: null, last_read_at: null }
    expect((await (await portal.as('hernan')).get(path)).body).toEqual(none)
    for (const [person, refused] of [
      [portal.visitor(), 401],
      [await portal.as('carla'), 403],
    ] as const) {
      await person.fetchToken()
      expect((await person.get(path)).status).toBe(refused)
      expect((await person.post(path, json({}))).status).toBe(refused)
      expect((await person.call('DELETE', path)).status).toBe(refused)
    }
    expect((await read(key)).status).toBe(200)
  })

  test('is dead once she has another one or stops sharing, as any other that nobody has (security 6.640)', async () => {
    const first = await create()
    const second = await create()
    const unknown = await read('x'.repeat(43))
    expect([(await read(first)).status, (await read(second)).status]).toEqual([404, 200])
    expect((await rosa.call('DELETE', path)).status).toBe(200)
    expect((await rosa.call('DELETE', path)).status).toBe(200)
    for (const dead of [await read(first), await read(second), await read('')]) {
      expect([dead.status, dead.body]).toEqual([404, unknown.body])
    }
    const actions = await many<{ action: string }>(
      portal.db,
      sql`select action from audit_entries where action like 'due_calendar.%' order by id`,
    )
    expect(actions.map(({ action }) => action)).toEqual([
      'due_calendar.created',
      'due_calendar.revoked',
      'due_calendar.created',
      'due_calendar.revoked',
    ])
  })

  test('is told to her, and ends with ‘No fui yo’ (security 6.641)', async () => {
    const key = await create()
    const notice = (await portal.sentEmails()).at(-1)
    expect(notice).toMatchObject({
      to: personas.rosa.email,
      subject: 'Se creó un enlace para tu calendario',
    })
    expect(notice?.text).not.toContain(key)
    const answer = await rosa.post('/api/client/not-me/', json({ token: linkTokenOf(notice) }))
    expect(answer.status).toBe(200)
    expect((await read(key)).status).toBe(404)
  })

  test.each([
    ['is closed', sql`update users set is_active = false`],
    ['is deleted', sql`update users set deleted_at = now()`],
    ['gets another rut', sql`update users set rut = '9912345-4'`],
  ])('is dead while her account %s (security 6.642)', async (_, change) => {
    const key = await create()
    const id = await userIdOf(portal.db, 'rosa')
    await exec(portal.db, sql`${change} where id = ${id}`)
    expect((await read(key)).status).toBe(404)
  })

  test('stays dead once her account is deleted and a new one has her rut, which could not end it (security 5.751)', async () => {
    const key = await create()
    const users = new UserCalls(portal)
    const ivan = await portal.as('ivan')
    expect((await users.remove(ivan, 'rosa')).status).toBe(200)
    const form = { ...ana, profile: { social_security: personas.rosa.rut } }
    expect((await users.create(ivan, form)).status).toBe(201)
    expect((await read(key)).status).toBe(404)
  })

  test('shows nothing of a purchase that accounting gives to another holder (security 5.641)', async () => {
    const key = await create()
    await exec(
      portal.db,
      sql`update sales set holder_rut = ${personas.hernan.rut} where holder_rut = ${personas.rosa.rut}`,
    )
    const { status, body } = await read(key)
    expect([status, parsed(String(body)).events]).toEqual([200, []])
  })

  test('reminds of nothing while the balance is below zero, when the portal says not to pay yet (§12.2172)', async () => {
    const key = await create()
    const days = async () => parsed(String((await read(key)).body)).events.length
    expect(await days()).toBeGreaterThan(0)
    await portal.pool.query(
      `update sale_views set json = jsonb_set(json::jsonb, '{compromiso,contado_preliminar,compromiso}',
          '-999999')::text
        where sale_id = (select id from sales where code = 'V-1001')`,
    )
    expect(await days()).toBe(0)
  })

  test('reminds of no instalment that she paid online and accounting does not have yet (§12.2260)', async () => {
    const key = await create()
    const days = async () => parsed(String((await read(key)).body)).events.map(({ day }) => day)
    const [next, ...later] = await days()
    await portal.pool.query(
      `insert into payment_orders (user_id, sale_id, choice, due_on, last_due_on, state, pesos, uf, uf_value,
          uf_date, folio, session_id, authorized_at)
        select users.id, sales.id, 'next', $1, $1, 'authorized', 294000, 7.35, 40000, now(), 'P-1', '', now()
        from sales join users on users.rut = holder_rut where code = 'V-1001'`,
      [next],
    )
    expect(await days()).toEqual(later)
    await portal.pool.query(`update payment_orders set state = 'refunded', refunded_at = now()`)
    expect(await days()).toEqual([next, ...later])
  })

  test('has nothing of a purchase that somebody else lets her read (security 5.641)', async () => {
    const hernans = parsed(String((await read(await create(await portal.as('hernan')))).body))
    const before = parsed(String((await read(await create())).body))
    await exec(
      portal.db,
      sql`insert into sale_accesses (sale_id, reader_rut, kind, holder_rut, given_by)
        select id, ${personas.rosa.rut}, 'representative', holder_rut,
          ${await userIdOf(portal.db, 'hernan')}
        from sales where holder_rut = ${personas.hernan.rut}`,
    )
    expect(hernans.events.length).toBeGreaterThan(0)
    const { body } = await rosa.get('/api/sales-data/')
    expect(body.some(({ compartida }: { compartida?: object }) => compartida)).toBe(true)
    expect(parsed(String((await read(await create())).body))).toEqual(before)
  })
})

test('a calendar that asks too often waits, and keeps no other waiting; who tries keys waits too (security 2.640)', async () => {
  const key = await create()
  const others = await create(await portal.as('hernan'))
  for (let reads = 0; reads < rateLimitRules.dueCalendarReads.points; reads++) await read(key)
  expect([(await read(key)).status, (await read(others)).status]).toEqual([429, 200])
  for (let tries = 0; tries < rateLimitRules.dueCalendarFailures.points; tries++)
    await read(`k${tries}`)
  // A right one never depends on the count of its address.
  expect([(await read('k')).status, (await read(others)).status]).toEqual([429, 200])
})

test('whoever views the folder as Rosa neither makes nor sees her address (security 13.640)', async () => {
  const key = await create()
  const carla = await portal.as('carla')
  const member = await userIdOf(portal.db, 'rosa')
  const view = { user_id: member, reason: 'Ayuda por teléfono' }
  expect((await carla.post('/api/view-as/', json(view))).status).toBe(200)
  expect((await carla.get(path)).status).toBe(403)
  expect((await carla.post(path, json({}))).status).toBe(403)
  expect((await carla.call('DELETE', path)).status).toBe(403)
  expect((await read(key)).status).toBe(200)
})

test('her data say that there is one, and an erasure ends it (security 15.640)', async () => {
  const key = await create()
  const { body } = await rosa.get('/api/client/data.json')
  expect(body.due_calendar).toEqual({ created_at: expect.any(String), last_read_at: null })
  expect(JSON.stringify(body)).not.toContain(key)
  const id = await userIdOf(portal.db, 'rosa')
  await portal.db.transaction((tx) => anonymiseAccount(tx, operator, id))
  expect(await many(portal.db, sql`select from due_calendars`)).toEqual([])
})

test('an address that no calendar has read for a year is deleted (security 15.641)', async () => {
  await create()
  const hernans = await create(await portal.as('hernan'))
  await exec(portal.db, sql`update due_calendars set created_at = now() - interval '366 days'`)
  await read(hernans)
  expect(await deleteUnreadCalendars(portal.db, 365)).toBe(1)
  expect((await read(hernans)).status).toBe(200)
})
