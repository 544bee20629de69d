import { expect, test } from 'vitest'
import {
  canExtend,
  DATA_SUBJECT_ANSWER_DAYS,
  dataSubjectRequestDueAt,
  endOfDayAfter,
} from './data-subject-requests.ts'

test.each([
  ['weekends and holidays count', '2026-12-10T15:00:00Z', '2027-01-10T02:59:00Z'],
  ['from late at night in Santiago', '2026-12-11T02:30:00Z', '2027-01-10T02:59:00Z'],
  ['into winter time', '2026-03-20T12:00:00Z', '2026-04-20T03:59:00Z'],
])('thirty calendar days: %s', (_what, from, due) => {
  expect(endOfDayAfter(new Date(from), 30)).toEqual(new Date(due))
})

test.each([
  ['thirty days after the sending', null, '2027-01-10T02:59:00Z'],
  [
    'thirty more after that day, whenever the extension comes',
    '2027-01-04',
    '2027-02-09T02:59:00Z',
  ],
])('%s', (_what, extendedAt, due) => {
  const request = { sentAt: new Date('2026-12-10T15:00:00Z'), answerDays: DATA_SUBJECT_ANSWER_DAYS }
  expect(
    dataSubjectRequestDueAt({ ...request, extendedAt: extendedAt ? new Date(extendedAt) : null }),
  ).toEqual(new Date(due))
})

test('only a legal deadline is extended, once, while the request is open', () => {
  const request = {
    state: 'in_review',
    answerDays: 30,
    dueAt: new Date(),
    extendedAt: null,
  } as const
  expect(canExtend(request)).toBe(true)
  expect(canExtend({ ...request, answerDays: null })).toBe(false)
  expect(canExtend({ ...request, extendedAt: new Date() })).toBe(false)
  expect(canExtend({ ...request, state: 'resolved', dueAt: null })).toBe(false)
})
