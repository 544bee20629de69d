import { expect, test } from 'vitest'
import { overdueText } from './queue-rules.ts'

test.each([
  ['2026-11-20T14:00:00Z', 'hoy'],
  ['2026-11-21T02:59:00Z', 'hoy'],
  ['2026-11-21T03:00:00Z', 'ayer'],
  ['2026-11-24T12:00:00Z', 'hace 4 días'],
])('a deadline of November 20th is over at %s since %s (§12.1891)', (now, since) => {
  const dueAt = new Date('2026-11-20T13:00:00Z')
  expect(overdueText(dueAt, new Date(now))).toBe(`Atrasada · venció ${since}`)
})
