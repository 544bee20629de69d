import { expect, test } from 'vitest'
import { isDue, minutesOf } from './is-due.ts'

test('a time of day is Chile’s, in winter and in summer', () => {
  const times = ['05:30', '13:00']
  expect(isDue(times, new Date('2026-07-15T09:30:00Z'))).toBe(true)
  expect(isDue(times, new Date('2026-11-15T08:30:00Z'))).toBe(true)
  expect(isDue(times, new Date('2026-11-15T16:00:00Z'))).toBe(true)
  expect(isDue(times, new Date('2026-11-15T09:30:00Z'))).toBe(false)
  expect(isDue(times, new Date('2026-11-15T08:31:00Z'))).toBe(false)
})

test('cron looks at the minutes of all times', () => {
  expect(minutesOf(['05:30', '13:00', '21:30'])).toBe('30,0')
})
