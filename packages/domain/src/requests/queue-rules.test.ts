import { expect, test } from 'vitest'
import { overdueText, timeLeft } from './queue-rules.ts'

test.each([
  ['2026-11-20T14:00:00Z', 'hoy'],
  ['2026-11-21T02:59:00Z', 'hoy'],
  ['2026-11-21T03:00:00Z', 'ayer'],
  ['2026-11-24T12:00:00Z', 'hace 4 días'],
])('a deadline of November 20th is over at %s since %s (§12.1891)', (now, since) => {
  const dueAt = new Date('2026-11-20T13:00:00Z')
  expect(overdueText(dueAt, new Date(now))).toBe(`Atrasada · venció ${since}`)
})

test.each([
  ['2026-11-16T13:00:00Z', 'en 4 días'],
  ['2026-11-18T23:00:00Z', 'en 2 días'],
  ['2026-11-19T03:00:00Z', 'mañana'],
  ['2026-11-20T02:59:00Z', 'mañana'],
  ['2026-11-20T03:00:00Z', 'en 10 h'],
  ['2026-11-20T12:00:00Z', 'en 1 h'],
  ['2026-11-20T12:20:00Z', 'en 40 min'],
  ['2026-11-20T12:59:30Z', 'en 1 min'],
  ['2026-11-20T13:01:00Z', ''],
])('at %s a deadline of November 20th at 10:00 is %s (§12.2244, §12.2295)', (now, left) => {
  expect(timeLeft(new Date('2026-11-20T13:00:00Z'), new Date(now))).toBe(left)
})
