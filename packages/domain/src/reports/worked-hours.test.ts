import { expect, test } from 'vitest'
import { activationShare } from './activation.ts'
import { formatWorkedHours } from './worked-hours.ts'

test.each([
  [null, '-'],
  [0, '0 h'],
  [2, '0 h'],
  [3, '0,1 h'],
  [57, '1 h'],
  [60, '1 h'],
  [270, '4,5 h'],
  [60_000, '1.000 h'],
])('%s minutes are %s', (minutes, text) => {
  expect(formatWorkedHours(minutes)).toBe(text.replace(' ', '\u00a0'))
})

test('a deactivated account counts neither as activated nor as one that could be', () => {
  const accounts = { not_invited: 3, invited: 2, active: 5, inactive: 7 }
  expect(activationShare(accounts)).toEqual({ part: 5, whole: 10 })
})
