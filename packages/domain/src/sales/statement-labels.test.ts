import { expect, test } from 'vitest'
import { day } from '../testing/build-sale.ts'
import { coveredInstalmentsText, differencesNote } from './statement-labels.ts'

test('the closing note names the advisor, if there is one (§2.66)', () => {
  expect(differencesNote('Patricia Echeverría', 'hola@coop.example')).toBe(
    'Si encuentras diferencias, comunícate con tu asesor (Patricia Echeverría) o escribe a hola@coop.example.',
  )
  expect(differencesNote('', 'hola@coop.example')).toBe(
    'Si encuentras diferencias, comunícate con tu asesor o escribe a hola@coop.example.',
  )
})

test('what a payment covers is named by due date, or by number where a date is missing', () => {
  const dueDates = [day('2026-10-05'), day('2026-11-05'), null]
  expect(
    [[], [2], [1, 2], [2, 3], [9]].map((places) => coveredInstalmentsText(places, dueDates)),
  ).toEqual([
    null,
    'Cuota del 05-11-2026',
    'Cuotas del 05-10-2026 y 05-11-2026',
    'Cuotas 2 y 3',
    'Cuota 9',
  ])
})
