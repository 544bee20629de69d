import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase } from '../../../test/open-portal.ts'
import type { Connection } from '../../db/client.ts'
import { dueAtByHours } from '../deadlines.ts'

let database: Connection
beforeAll(async () => {
  database = await cloneDatabase('empty')
})
afterAll(() => database.close())

// The last Thursday of 2026 at 17:00 in Santiago, an hour before closing and New Year's Day.
const NEW_YEARS_EVE = new Date('2026-12-31T20:00:00Z')

test.each([
  ['the country’s holidays do not count', [], '2027-01-04T14:00:00Z'],
  ['except one on which the cooperative works', [['2027-01-01', false]], '2027-01-01T14:00:00Z'],
  ['nor a day that the cooperative closes', [['2027-01-04', true]], '2027-01-05T14:00:00Z'],
])('%s', async (_what, own, due) => {
  await database.pool.query('delete from own_holidays')
  for (const [date, isClosed] of own) {
    await database.pool.query('insert into own_holidays (date, is_closed) values ($1, $2)', [
      date,
      isClosed,
    ])
  }
  expect(await dueAtByHours(database.db, NEW_YEARS_EVE, 2)).toEqual(new Date(due))
})

test('the maximum answer time ends within the calendar’s horizon', async () => {
  await database.pool.query('delete from own_holidays')
  const due = await dueAtByHours(database.db, NEW_YEARS_EVE, 500)
  expect(due.getTime() - NEW_YEARS_EVE.getTime()).toBeLessThan(200 * 86_400_000)
})
