import type { CalendarDate } from '../dates/dates.ts'
import type { RequestSummary } from '../sales/sale.ts'
import { answerPromise } from './answer-promise.ts'
import type { ProcedureForm } from './procedure-rules.ts'
import { requestNumber } from './request-number.ts'
import { isOpen } from './request-states.ts'

/** The procedure with which members ask what no other one is for: each portal has it, as its last one. */
export const questionProcedure: ProcedureForm = {
  title: 'Otra consulta',
  description:
    'Pregunta o pide lo que no está en esta lista. Si es por un pago, escribe su fecha y su monto.',
  documents: [],
  answer_hours: 18,
}

/** What a question is about that a screen begins: a co-holder whom accounting does not name, or a payment. */
export const CO_HOLDER_QUESTION = 'co_holder'

/** Of a payment of that day that may have been for the instalment due on the other one. */
export function paymentQuestion(paidOn: CalendarDate, dueOn: CalendarDate): string {
  return `payment:${paidOn}:${dueOn}`
}

const DAY = String.raw`\d{4}-\d{2}-\d{2}`

export const QUESTION_SUBJECT = new RegExp(`^(?:${CO_HOLDER_QUESTION}|payment:${DAY}:${DAY})$`)

/** The two days of `paymentQuestion`; null for what is about something else. */
export function readPaymentQuestion(about: string) {
  const [kind, paidOn, dueOn] = about.split(':')
  if (kind !== 'payment' || !paidOn || !dueOn) return null
  return { paidOn: paidOn as CalendarDate, dueOn: dueOn as CalendarDate }
}

/** The open request that asks this, or into which it was merged; null without one. */
export function openQuestion(requests: RequestSummary[], about: string): RequestSummary | null {
  const asked = requests.filter((request) => request.about === about)
  // A merged one may be merged again.
  for (const { mergedInto } of asked) {
    const next = requests.find(({ key }) => key === mergedInto)
    if (mergedInto && next && !asked.includes(next)) asked.push(next)
  }
  return asked.find(({ state }) => state !== null && isOpen(state)) ?? null
}

/** 'Pediste que la agreguen: solicitud Nº 12. Te responderemos a más tardar el …' */
export function askedText(
  what: string,
  { key, state, answerBy }: RequestSummary,
  today: CalendarDate,
): string {
  const next =
    state === 'missing' || answerBy === null
      ? 'La cooperativa espera tu respuesta.'
      : answerPromise(answerBy, today)
  return `Pediste ${what}: solicitud ${requestNumber(key)}. ${next}`
}
