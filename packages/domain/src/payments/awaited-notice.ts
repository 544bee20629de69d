import { businessDaysBetween } from '../dates/business-days.ts'
import { type CalendarDate, dateTimeInSantiago, daysBetween, shortDate } from '../dates/dates.ts'
import { formatPesos } from '../money/money.ts'
import { instalmentStatus } from '../sales/instalments.ts'
import type { Sale } from '../sales/sale.ts'
import { isBalanceKnown } from '../sales/sale-rules.ts'
import type { AwaitedPayment } from './awaited-payments.ts'
import { nextPayment, overdueLabel } from './next-payment.ts'

/** What is told of an instalment in the place of 'Atrasada'. */
export function awaitedNotice({ paidOn, pesos, isOwn, isReported }: AwaitedPayment): string {
  const amount = pesos === null ? '' : ` ${formatPesos(pesos)}`
  const own = isReported ? 'Informaste que pagaste' : 'Pagaste'
  const made = isOwn ? own : 'Otra persona pagó'
  return `${made}${amount} el ${shortDate(paidOn)}; falta que contabilidad lo registre`
}

/**
 * For a sale where nothing is overdue but what is awaited. What only a report covers is still called late, as staff may
 * decline the report.
 */
export function latenessText(
  { instalments }: Sale,
  awaited: ReadonlyMap<number, AwaitedPayment>,
  today: CalendarDate,
): string {
  const late = instalments.filter(
    (each, place) => awaited.get(place)?.isReported && instalmentStatus(each, today) === 'overdue',
  ).length
  if (late === 0) return 'Ninguna atrasada'
  return `${overdueLabel(late)}, en validación`
}

/** Beside figures of accounting; null where none of them lacks a payment. */
export function notDeducted(payments: Iterable<AwaitedPayment>): string | null {
  const all = [...payments]
  const lacking = listed(all, all.every(({ isOwn }) => isOwn) ? 'tu pago' : 'el pago')
  return lacking && `Aún no descuenta ${lacking.text}`
}

/** What the certificate says of arrears, in the button that saves it; null where accounting tells no balance. */
export function certificateText(sale: Sale, today: CalendarDate): string | null {
  if (!isBalanceKnown(sale)) return null
  const payment = nextPayment(sale, today)
  const overdue = payment.kind === 'due' ? payment.overdue : null
  const [day] = dateTimeInSantiago(sale.asOf ?? '').split(' ')
  const asOf = day ? `, datos al ${day}` : ''
  return `dirá: ${overdue ? overdueLabel(overdue.count) : 'al día'}${asOf}`
}

/**
 * Beside the certificate and the statement to download, which name it (`unrecordedNotice`). Accounting may have it
 * already as another kind of payment.
 */
export function notInPapers(payments: Iterable<AwaitedPayment>): string | null {
  const lacking = listed(payments)
  if (lacking === null) return null
  const them = lacking.isOne ? 'lo' : 'los'
  return `Certificado y estado de cuenta nombran aparte ${lacking.text}, hasta que contabilidad ${them} registre: sus cifras pueden no incluir${them}.`
}

function listed(payments: Iterable<AwaitedPayment>, one = 'el pago') {
  const days = [...new Set(payments)].map(({ paidOn }) => paidOn).sort()
  const last = days.at(-1)
  if (last === undefined) return null
  const isOne = days.length === 1
  const name = isOne ? one : `${days.length} pagos, el último`
  return { text: `${name} del ${shortDate(last)}`, isOne }
}

/** Until accounting has recorded a payment, as a rule. */
export const RECORDING_BUSINESS_DAYS = 3

/** Said once on a page, while the time is not over: ' (normalmente 1 a 3 días hábiles). Debería aparecer …'. */
export function recordingTime({ recordBy }: AwaitedPayment, today: CalendarDate): string {
  const day =
    recordBy && recordBy >= today ? ` Debería aparecer a más tardar el ${shortDate(recordBy)}.` : ''
  return ` (normalmente 1 a 3 días hábiles).${day}`
}

/** After three business days; browsers do not know the holidays, and a week may have one. */
const LATE_AFTER_WEEKDAYS = 4

/** How many days accounting has not recorded a payment for; null while that is usual. */
export function lateRecordingDays(paidOn: CalendarDate, today: CalendarDate): number | null {
  const weekdays = businessDaysBetween(paidOn, today, new Set())
  return weekdays > LATE_AFTER_WEEKDAYS ? daysBetween(paidOn, today) : null
}
