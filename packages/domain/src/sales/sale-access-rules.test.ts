import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type CalendarDate } from '../dates/dates.ts'
import { formatRut, rutCheckDigit, rutMessages } from '../people/rut.ts'
import { texts } from '../testing/texts.ts'
import {
  givableKinds,
  lastDayProblem,
  representativeProblem,
  saleAccessMessages,
} from './sale-access-rules.ts'

const LOS_ROBLES = '76192083-9'
const MARCELA = '14222333-3'
const today = '2026-11-22' as CalendarDate

const rutOf = (body: number) => `${body}-${rutCheckDigit(String(body))}`
const person = fc.integer({ min: 1_000_000, max: 49_999_999 }).map(rutOf)
const company = fc.integer({ min: 50_000_000, max: 99_999_999 }).map(rutOf)

describe('the rut of a representative', () => {
  test.each([
    ['', saleAccessMessages.representative.text],
    ['14.222.333-0', rutMessages.invalid.text],
    [LOS_ROBLES, saleAccessMessages.own.text],
    ['96.792.430-K', saleAccessMessages.company.text],
    [MARCELA, null],
  ])('%j: %s', (typed, problem) => {
    expect(texts(representativeProblem(typed, LOS_ROBLES))).toBe(problem)
  })

  test('any person’s rut in any spelling is accepted, and no company’s (§12.441)', () => {
    fc.assert(
      fc.property(person, company, (ofPerson, ofCompany) => {
        expect(texts(representativeProblem(ofPerson, LOS_ROBLES))).toBeNull()
        expect(texts(representativeProblem(formatRut(ofPerson), LOS_ROBLES))).toBeNull()
        expect(texts(representativeProblem(ofCompany, LOS_ROBLES))).not.toBeNull()
      }),
    )
  })
})

describe('the last day', () => {
  test('may be left out, and must be a date', () => {
    expect(texts(lastDayProblem('', today))).toBeNull()
    expect(texts(lastDayProblem('2026-02-30', today))).toBe(saleAccessMessages.lastDay.text)
    expect(texts(lastDayProblem('mañana', today))).toBe(saleAccessMessages.lastDay.text)
  })

  test('is today or later', () => {
    fc.assert(
      fc.property(fc.integer({ min: -4000, max: 4000 }), (days) => {
        const problem = texts(lastDayProblem(addDays(today, days), today))
        expect(problem).toBe(days < 0 ? saleAccessMessages.past.text : null)
      }),
    )
  })
})

describe('an access may be given', () => {
  test('to the co-holder whom accounting names with a rut', () => {
    expect(givableKinds({ holderRut: '12345678-5', coHolderRut: '9.876.543-3' })).toEqual([
      'co_holder',
    ])
    expect(givableKinds({ holderRut: '12345678-5', coHolderRut: '' })).toEqual([])
    expect(givableKinds({ holderRut: '12345678-5', coHolderRut: '9.876.543-0' })).toEqual([])
  })

  test('not to the holder whom accounting repeats as the co-holder', () => {
    fc.assert(
      fc.property(person, (rut) => {
        expect(givableKinds({ holderRut: rut, coHolderRut: formatRut(rut) })).toEqual([])
      }),
    )
  })

  test('to the representative of a company only (§12.441)', () => {
    fc.assert(
      fc.property(person, company, (ofPerson, ofCompany) => {
        expect(givableKinds({ holderRut: ofPerson, coHolderRut: '' })).toEqual([])
        expect(givableKinds({ holderRut: ofCompany, coHolderRut: '' })).toEqual(['representative'])
      }),
    )
  })
})
