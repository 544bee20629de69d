import { endpoints, holidaySchema } from '@carpeta/contract/calendar'
import { countryHolidays } from '@carpeta/domain/dates/country-holidays'
import { type CalendarDate, todayInSantiago } from '@carpeta/domain/dates/dates'
import { nameMessages } from '@carpeta/domain/people/name-rules'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { json, type Visitor } from '../../test/visitor.ts'
import { exec, many, sql } from '../db/query.ts'
import { closedDays } from './closed-days.ts'

let portal: Portal
let mario: Visitor
beforeAll(async () => {
  portal = await openPortal()
  mario = await portal.as('mario')
})
beforeEach(async () => {
  await exec(portal.db, sql`delete from own_holidays`)
})
afterAll(() => portal.close())

const save = (body: unknown, person = mario) => person.post('/api/holidays/', json(body))
const day = (text: string) => text as CalendarDate

async function listed(year: string) {
  const { status, body } = await mario.get(`/api/holidays/?year=${year}`)
  expect(status).toBe(200)
  return endpoints['GET /api/holidays/'].answer.parse(body).results
}

async function closedIn(from: string, to: string) {
  return [...(await closedDays(portal.db, day(from), day(to)))].sort()
}

describe('the country’s holidays', () => {
  test('of 2026 on weekdays equal the official calendar', () => {
    const weekdays = [...countryHolidays(2026).keys()].filter((date) => {
      const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
      return weekday !== 0 && weekday !== 6
    })
    expect(weekdays).toEqual([
      '2026-01-01',
      '2026-04-03',
      '2026-05-01',
      '2026-05-21',
      '2026-06-29',
      '2026-07-16',
      '2026-09-18',
      '2026-10-12',
      '2026-12-08',
      '2026-12-25',
    ])
    // Holidays on weekends do not move to a Monday.
    for (const date of ['2026-06-21', '2026-08-15', '2026-09-19', '2026-10-31', '2026-11-01']) {
      expect(countryHolidays(2026).has(day(date))).toBe(true)
    }
  })

  test('has Good Friday and Holy Saturday, and spells its names right (§12.396)', () => {
    const named = (date: string) => countryHolidays(2026).get(day(date))
    expect([named('2026-04-03'), named('2026-04-04')]).toEqual(['Viernes Santo', 'Sábado Santo'])
    expect(named('2026-04-05')).toBeUndefined()
    expect(named('2026-12-08')).toBe('La Inmaculada Concepción')
  })

  test.each([
    ['2027-06-28', 'San Pedro y San Pablo on a Tuesday goes back to its Monday'],
    ['2027-10-11', 'Encuentro de Dos Mundos on a Tuesday goes back to its Monday'],
    ['2029-10-15', 'on a Friday it goes on to the next Monday'],
    ['2023-10-27', 'the Evangelical churches’ day on a Tuesday goes back to the Friday'],
    ['2029-11-02', 'on a Wednesday it goes on to the Friday'],
    ['2027-09-17', 'the Friday before a weekend of Fiestas Patrias'],
    ['2024-09-20', 'the Friday after Fiestas Patrias on Wednesday and Thursday'],
    ['2023-01-02', 'the Monday after a New Year’s Day on a Sunday'],
    ['2025-06-20', 'the winter solstice by Santiago’s clock'],
    ['2028-04-14', 'Good Friday'],
  ])('%s: %s', (date) => {
    expect(countryHolidays(Number(date.slice(0, 4))).has(day(date))).toBe(true)
  })
})

describe('closed days', () => {
  test('are the country’s, across years too', async () => {
    expect(await closedIn('2026-12-08', '2027-01-01')).toEqual([
      '2026-12-08',
      '2026-12-25',
      '2027-01-01',
    ])
    expect(await closedIn('2026-12-09', '2026-12-24')).toEqual([])
  })

  test('include those that Mario adds, without those that he opens (§12.38)', async () => {
    await save({ date: '2026-12-24', name: 'Vísperas de Navidad', is_closed: true })
    await save({ date: '2026-12-08', is_closed: false })
    expect(await closedIn('2026-12-01', '2026-12-31')).toEqual(['2026-12-24', '2026-12-25'])
  })
})

describe('GET /api/holidays/', () => {
  test('needs the permission to edit procedures', async () => {
    expect((await portal.visitor().get('/api/holidays/')).status).toBe(401)
    expect((await (await portal.as('rosa')).get('/api/holidays/')).status).toBe(403)
    expect((await (await portal.as('carla')).get('/api/holidays/')).status).toBe(403)
  })

  test('Mario sees a year by date, with Spanish names', async () => {
    const holidays = await listed('2026')
    const dates = holidays.map(({ date }) => date)
    expect(dates).toEqual(dates.toSorted())
    expect(holidays[0]).toEqual({
      date: '2026-01-01',
      name: 'Año Nuevo',
      is_closed: true,
      is_own: false,
    })
  })

  test('defaults to the current year', async () => {
    const { body } = await mario.get('/api/holidays/')
    const dates: string[] = body.results.map(({ date }: { date: string }) => date)
    const thisYear = todayInSantiago(new Date()).slice(0, 4)
    expect(new Set(dates.map((date) => date.slice(0, 4)))).toEqual(new Set([thisYear]))
  })

  test.each(['99999', '1999', 'dos mil', ''])('year=%s', async (year) => {
    const { status, body } = await mario.get(`/api/holidays/?year=${year}`)
    expect(status).toBe(400)
    expect(body.year).toHaveLength(1)
  })
})

describe('POST /api/holidays/', () => {
  test('takes no name with a line break or a sign that turns text around (security 9.160)', async () => {
    for (const name of ['Aniversario\nde la cooperativa', 'Aniver\u202Eoiras']) {
      const { status, body } = await save({ date: '2026-10-09', name, is_closed: true })
      expect([status, body]).toEqual([400, { name: [nameMessages.invisible.text] }])
    }
  })

  const eve = { date: '2026-12-24', name: 'Vísperas de Navidad', is_closed: true }

  test('needs the permission to edit procedures', async () => {
    const anonymous = portal.visitor()
    await anonymous.fetchToken()
    expect((await save(eve, anonymous)).status).toBe(401)
    expect((await save(eve, await portal.as('rosa'))).status).toBe(403)
    expect((await listed('2026')).some(({ date }) => date === eve.date)).toBe(false)
  })

  test('closes a day, and renames it', async () => {
    const { status, body } = await save(eve)
    expect(status).toBe(200)
    expect(holidaySchema.parse(body)).toEqual({ ...eve, is_own: true })
    await save({ ...eve, name: ' Nochebuena ' })
    const own = (await listed('2026')).filter(({ is_own }) => is_own)
    expect(own).toEqual([{ ...eve, name: 'Nochebuena', is_own: true }])
  })

  test('opens a national holiday, which keeps its name', async () => {
    const { body } = await save({ date: '2026-06-29', is_closed: false })
    expect(body).toEqual({
      date: '2026-06-29',
      name: 'San Pedro y San Pablo',
      is_closed: false,
      is_own: true,
    })
  })

  test.each([
    [{ ...eve, date: '2026-02-30' }, { date: ['Fecha no válida'] }],
    [{ ...eve, date: '24-12-2026' }, { date: ['Fecha no válida'] }],
    [{ ...eve, date: '9999-12-31' }, { date: ['Fecha no válida'] }],
    [{ ...eve, is_closed: false }, { date: ['Ese día no es feriado: la cooperativa ya atiende'] }],
    [{ ...eve, is_closed: 'sí' }, { is_closed: ['Debe ser un booleano válido.'] }],
    [{ is_closed: true }, { date: ['Este campo es requerido.'] }],
    [
      { ...eve, name: 'x'.repeat(201) },
      { name: ['Asegúrese de que este campo no tenga más de 200 caracteres.'] },
    ],
  ])('%j is refused', async (body, fields) => {
    expect(await save(body)).toMatchObject({ status: 400, body: fields })
  })

  test('the audit log records the change', async () => {
    await save(eve)
    const rows = await many(
      portal.db,
      sql`select action, object_id, before, after from audit_entries order by id desc limit 1`,
    )
    expect(rows[0]).toEqual({
      action: 'holiday.changed',
      objectId: '2026-12-24',
      before: {},
      after: { name: 'Vísperas de Navidad', is_closed: true },
    })
  })
})

describe('DELETE /api/holidays/{date}/', () => {
  const remove = (date: string, person = mario) => person.call('DELETE', `/api/holidays/${date}/`)

  test('needs the permission to edit procedures', async () => {
    await save({ date: '2026-12-24', is_closed: true })
    const anonymous = portal.visitor()
    await anonymous.fetchToken()
    expect((await remove('2026-12-24', anonymous)).status).toBe(401)
    expect((await remove('2026-12-24', await portal.as('rosa'))).status).toBe(403)
    expect(await closedIn('2026-12-24', '2026-12-24')).toEqual(['2026-12-24'])
  })

  test('restores the country’s calendar', async () => {
    await save({ date: '2026-12-08', is_closed: false })
    expect(await remove('2026-12-08')).toMatchObject({ status: 200, body: {} })
    expect(await closedIn('2026-12-08', '2026-12-08')).toEqual(['2026-12-08'])
  })

  test.each(['2026-12-24', '2026-02-30', 'ayer', '9999-12-31'])(
    '%s without an entry gives 404',
    async (date) => {
      expect((await remove(date)).status).toBe(404)
    },
  )
})
