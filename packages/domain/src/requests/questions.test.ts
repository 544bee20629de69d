import { describe, expect, test } from 'vitest'
import { bookedLater } from '../payments/booked-later.ts'
import type { RequestSummary } from '../sales/sale.ts'
import { buildInstalment, buildPayment, buildSale, day, uf } from '../testing/build-sale.ts'
import { procedureFormErrors } from './procedure-rules.ts'
import { questionText } from './question-text.ts'
import {
  askedText,
  CO_HOLDER_QUESTION,
  openQuestion,
  paymentQuestion,
  QUESTION_SUBJECT,
  questionProcedure,
} from './questions.ts'

const today = day('2026-11-20')
const ABOUT = paymentQuestion(day('2026-11-12'), day('2026-11-05'))
const instalments = [
  buildInstalment({ dueOn: day('2026-11-05') }),
  buildInstalment({ dueOn: day('2026-12-05') }),
]
const payments = [
  buildPayment({ amount: uf('3.5'), depositedOn: day('2026-11-12'), instalments: [2] }),
]
const [base] = buildSale().requests as [RequestSummary]
const asked: RequestSummary = {
  ...{ ...base, key: '7', state: 'sent', closedOn: null },
  ...{ answer: '', answerBy: day('2026-11-25'), about: ABOUT },
}

test('the procedure is one that staff could have typed, and takes no documents (§12.2410)', () => {
  expect(procedureFormErrors(questionProcedure)).toEqual({})
  expect(questionProcedure.documents).toEqual([])
})

describe('what a screen begins', () => {
  test('about a payment is about its day and the instalment’s, and says both with their amounts; about one that is elsewhere by now, nothing (§12.2413)', () => {
    const sale = buildSale({ instalments, payments })
    expect(bookedLater(sale, today, new Map())?.about).toBe(ABOUT)
    expect(questionText(ABOUT, sale)).toBe(
      'El pago del 12-11-2026, de UF 3,50, quedó en la cuota del 05-12-2026, no en la del 05-11-2026, de la que se deben UF 10,00. ¿Pueden revisarlo?',
    )
    const moved = payments.map((payment) => ({ ...payment, instalments: [1] }))
    expect(questionText(ABOUT, buildSale({ instalments, payments: moved }))).toBe('')
    expect(questionText('payment:ayer:hoy', sale)).toBe('')
  })

  test('about a co-holder leaves room for the name and rut (§12.2416)', () => {
    expect(questionText(CO_HOLDER_QUESTION, buildSale())).toMatch(
      /^Compré Brisas del Mar · Casa 12 junto con otra persona.*\nSu nombre y su rut: $/,
    )
  })

  test.each([
    [ABOUT, true],
    [CO_HOLDER_QUESTION, true],
    ['payment:2026-11-12', false],
    [`${ABOUT} y más`, false],
    ['', false],
  ])('%s is taken: %s (§12.2412)', (about, isTaken) => {
    expect(QUESTION_SUBJECT.test(about)).toBe(isTaken)
  })
})

describe('the open request about it', () => {
  test('is there until it is closed, also as the one into which it was merged (§12.2414)', () => {
    expect(openQuestion([base, asked], ABOUT)).toBe(asked)
    expect(openQuestion([{ ...asked, state: 'resolved' }], ABOUT)).toBeNull()
    expect(openQuestion([asked], CO_HOLDER_QUESTION)).toBeNull()
    const merged = { ...asked, state: 'cancelled' as const, mergedInto: '8' }
    const second = { ...merged, key: '8', about: '', mergedInto: '9' }
    const last = { ...asked, key: '9', about: '' }
    expect(openQuestion([last, second, merged], ABOUT)).toBe(last)
    expect(openQuestion([second, merged], ABOUT)).toBeNull()
  })

  test('says its number and by when it is answered, or who is waited for (§12.2414)', () => {
    const text = (change: Partial<RequestSummary>) =>
      askedText('que revisen tu pago', { ...asked, ...change }, today)
    expect(text({})).toBe(
      'Pediste que revisen tu pago: solicitud Nº 7. Te responderemos a más tardar el 25-11-2026.',
    )
    expect(text({ answerBy: day('2026-11-19') })).toContain('Nos atrasamos')
    expect(text({ state: 'missing' })).toContain('La cooperativa espera tu respuesta.')
  })

  test('takes the place of the question (§12.2414)', () => {
    const sale = buildSale({ instalments, payments, requests: [asked] })
    expect(bookedLater(sale, today, new Map())).toMatchObject({
      ...{ asked, question: '', askedWhat: 'que revisen tu pago del 12-11-2026' },
    })
  })
})
