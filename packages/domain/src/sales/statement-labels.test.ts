import { expect, test } from 'vitest'
import { differencesNote } from './statement-labels.ts'

test('the closing note names the advisor, if there is one', () => {
  expect(differencesNote('Patricia Echeverría', 'hola@coop.example')).toBe(
    'Si encuentras diferencias, comunícate con tu asesor (Patricia Echeverría) o escribe a hola@coop.example.',
  )
  expect(differencesNote('', 'hola@coop.example')).toBe(
    'Si encuentras diferencias, comunícate con tu asesor o escribe a hola@coop.example.',
  )
})
