import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '../dates/dates.ts'
import { formatPesos, type Pesos } from '../money/money.ts'
import { day } from '../testing/build-sale.ts'
import { texts } from '../testing/texts.ts'
import {
  MAX_REPORT_AGE_DAYS,
  paidOnProblem,
  readTypedPesos,
  reportedAmountProblem,
  reportPaymentMessages,
} from './payment-report-rules.ts'
import {
  isPendingReport,
  mayHandlePaymentOf,
  paymentReportLabels,
  paymentReportStates,
} from './payment-report-states.ts'

const today = day('2026-11-20')

describe('the date of a reported payment', () => {
  test.each([
    ['is today', today, null],
    ['is a year ago', addDays(today, -MAX_REPORT_AGE_DAYS), null],
    ['is tomorrow', addDays(today, 1), reportPaymentMessages.dateInFuture.text],
    ['is older than a year', addDays(today, -366), reportPaymentMessages.dateTooOld.text],
    ['is missing', null, reportPaymentMessages.dateRequired.text],
  ])('%s', (_, paidOn, problem) => {
    expect(texts(paidOnProblem(paidOn, today))).toBe(problem)
  })
})

describe('the amount of a reported payment', () => {
  test.each([
    ['1234567', '1234567'],
    ['1.234.567', '1234567'],
    ['$ 1.234.567', '1234567'],
    ['$391.234', '391234'],
    ['0391', '391'],
  ])('«%s» is %s', (typed, amount) => {
    expect(readTypedPesos(typed)).toBe(amount)
    expect(texts(reportedAmountProblem(typed))).toBeNull()
  })

  test.each([
    ['', reportPaymentMessages.amountRequired.text],
    ['   ', reportPaymentMessages.amountRequired.text],
    ['0', reportPaymentMessages.amountInvalid.text],
    ['-5', reportPaymentMessages.amountInvalid.text],
    ['12,5', reportPaymentMessages.amountInvalid.text],
    ['10.5', reportPaymentMessages.amountInvalid.text],
    ['1.23.456', reportPaymentMessages.amountInvalid.text],
    ['UF 10', reportPaymentMessages.amountInvalid.text],
    ['1e6', reportPaymentMessages.amountInvalid.text],
    ['1.234.567.890', reportPaymentMessages.amountTooLarge.text],
  ])('«%s» is refused', (typed, problem) => {
    expect(texts(reportedAmountProblem(typed))).toBe(problem)
  })

  test('is read back from every amount that the portal shows', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999 }), (amount) => {
        expect(readTypedPesos(formatPesos(String(amount) as Pesos))).toBe(String(amount))
      }),
    )
  })
})

test('only a pending report changes, and never by the person who reported it', () => {
  expect(paymentReportStates.filter(isPendingReport)).toEqual(['reported'])
  expect(Object.values(paymentReportLabels)).toEqual([
    'Informado',
    'Confirmado',
    'Rechazado',
    'Anulado',
  ])
  expect(mayHandlePaymentOf(7, 7)).toBe(false)
  expect(mayHandlePaymentOf(7, 8)).toBe(true)
})
