import { expect, test } from 'vitest'
import { endOfDayAfter } from './personal-data-rights.ts'

test.each([
  ['weekends and holidays count', '2026-12-10T15:00:00Z', '2027-01-10T02:59:00Z'],
  ['from late at night of Santiago', '2026-12-11T02:30:00Z', '2027-01-10T02:59:00Z'],
  ['into winter time', '2026-03-20T12:00:00Z', '2026-04-20T03:59:00Z'],
])('thirty calendar days: %s', (_what, from, due) => {
  expect(endOfDayAfter(new Date(from), 30)).toEqual(new Date(due))
})
