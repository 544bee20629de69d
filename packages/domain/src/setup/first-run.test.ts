import { expect, test } from 'vitest'
import { procedureFormErrors } from '../requests/procedure-rules.ts'
import { texts } from '../testing/texts.ts'
import { countMissing } from './setup-steps.ts'
import { starterProcedures } from './starter-procedures.ts'

test.each(starterProcedures)('$title is a procedure that staff could have typed', (procedure) => {
  expect(texts(procedureFormErrors(procedure))).toEqual({})
})

test('no two starter procedures have the same title', () => {
  const titles = starterProcedures.map(({ title }) => title.toLowerCase())
  expect(new Set(titles).size).toBe(titles.length)
})

test('a step that does not apply is not missing', () => {
  expect(countMissing(['done', 'not_applicable', 'missing', 'missing'])).toBe(2)
})
