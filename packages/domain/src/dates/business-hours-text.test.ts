import { expect, test } from 'vitest'
import { businessHoursText } from './business-hours-text.ts'

test.each([
  [1, '1 hora hábil (menos de un día hábil)'],
  [5, '5 horas hábiles (menos de un día hábil)'],
  [6, '6 horas hábiles (cerca de 1 día hábil)'],
  [24, '24 horas hábiles (unos 4 días hábiles)'],
  [30, '30 horas hábiles (unos 5 días hábiles)'],
  [59, '59 horas hábiles (unos 10 días hábiles)'],
  [500, '500 horas hábiles (unos 85 días hábiles)'],
])('%d business hours are said as business days, too (§12.1358)', (hours, text) => {
  expect(businessHoursText(hours)).toBe(text)
})
