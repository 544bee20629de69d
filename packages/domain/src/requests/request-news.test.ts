import { expect, test } from 'vitest'
import { requestNews } from './request-news.ts'

test('what a colleague did is told with the name and the hour, and the day when it was another one (§12.2306)', () => {
  const asked = { kind: 'asked', actor: 'Antonia Riffo', at: '2026-11-30T19:20:00Z' } as const
  const now = new Date('2026-11-30T19:30:00Z')
  expect(requestNews(asked, now)).toBe('Antonia Riffo pidió lo que falta a las 16:20')
  expect(requestNews(asked, new Date('2026-12-01T12:00:00Z'))).toBe(
    'Antonia Riffo pidió lo que falta el 30-11-2026 16:20',
  )
  expect(requestNews({ ...asked, actor: '' }, now)).toBeNull()
  expect(requestNews({ ...asked, kind: 'note' }, now)).toBeNull()
})
