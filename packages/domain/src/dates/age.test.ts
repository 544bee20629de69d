import { expect, test } from 'vitest'
import { day } from '../testing/build-sale.ts'
import { ageText } from './age.ts'

test('a day of the past is told by how long ago it was (§12.2309)', () => {
  const today = day('2026-11-23')
  const texts = ['2026-11-19', '2026-11-22', '2026-11-23', '2026-11-24'].map((each) =>
    ageText(day(each), today),
  )
  expect(texts).toEqual(['hace 4 días', 'ayer', 'hoy', 'hoy'])
})
