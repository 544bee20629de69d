import { addDays, type CalendarDate } from '../dates/dates.ts'
import { invalid, type Refusal, refusal, required, tooMany } from '../errors/refusal.ts'
import { type Pesos, parsePesos } from '../money/money.ts'

/** An older deposit is in accounting already, or needs a conversation. */
export const MAX_REPORT_AGE_DAYS = 365
export const MAX_REPORT_COMMENT = 250
export const MAX_DECLINE_REASON = 1000
/** Why a report is declined whose receipt cannot be read: the member reports the payment again with another one. */
export const anotherReceiptReason =
  'No pudimos leer el comprobante. Pulsa «Informar de nuevo» y adjunta otro en que se vean la fecha, el monto y la cuenta de destino.'
/** Reports of one member that may wait at the same time. */
export const MAX_PENDING_REPORTS = 20
/** A reported amount has at most nine digits: more is a slip of the finger. */
const MAX_DIGITS = 9

export const reportPaymentMessages = {
  dateRequired: required('Ingresa la fecha del pago'),
  dateInvalid: invalid('Fecha no válida'),
  dateInFuture: invalid('La fecha no puede ser posterior a hoy'),
  dateTooOld: invalid('La fecha es de hace más de un año. Escribe a la cooperativa.'),
  amountRequired: required('Ingresa el monto'),
  amountInvalid: invalid('Ingresa el monto en pesos, sin decimales'),
  amountTooLarge: invalid('El monto es demasiado grande. Revísalo.'),
  receiptRequired: required('Falta el comprobante del pago'),
  commentTooLong: refusal(
    'too_long',
    `El comentario tiene más de ${MAX_REPORT_COMMENT} caracteres`,
  ),
  tooManyPending: tooMany(
    `Ya tienes ${MAX_PENDING_REPORTS} pagos por validar. Espera a que los revisemos.`,
  ),
} as const

export function paidOnProblem(paidOn: CalendarDate | null, today: CalendarDate): Refusal | null {
  if (paidOn === null) return reportPaymentMessages.dateRequired
  if (paidOn > today) return reportPaymentMessages.dateInFuture
  if (paidOn < addDays(today, -MAX_REPORT_AGE_DAYS)) return reportPaymentMessages.dateTooOld
  return null
}

/** '$ 1.234.567' and '1234567' as pesos; null for anything else. */
export function readTypedPesos(text: string): Pesos | null {
  const typed = text.replace(/[\s$]/g, '')
  if (!/^(\d{1,3}(\.\d{3})+|\d+)$/.test(typed)) return null
  return parsePesos(typed.replaceAll('.', ''))
}

export function reportedAmountProblem(text: string): Refusal | null {
  if (text.trim() === '') return reportPaymentMessages.amountRequired
  const amount = readTypedPesos(text)
  if (amount === null || amount === '0') return reportPaymentMessages.amountInvalid
  return amount.length > MAX_DIGITS ? reportPaymentMessages.amountTooLarge : null
}
