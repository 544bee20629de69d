import { type CalendarDate, shortDate } from '../dates/dates.ts'
import { formatPesos } from '../money/money.ts'
import type { UnrecordedAmount } from './awaited-payments.ts'

export const waitingSources = ['online', 'reported'] as const

/** Approved by Webpay and not in accounting, or reported by the member and not confirmed. */
export interface WaitingPayment extends UnrecordedAmount {
  source: (typeof waitingSources)[number]
}

/** As staff read it beside what is overdue. */
export function waitingText({
  source,
  paidOn,
}: Pick<WaitingPayment, 'source'> & { paidOn: CalendarDate }): string {
  return source === 'online'
    ? `Pagó en línea el ${shortDate(paidOn)}, por registrar`
    : `Informó un pago del ${shortDate(paidOn)}, por revisar`
}

/** A waiting payment as a statement or certificate names it; their figures are accounting's alone. */
export interface UnrecordedPaper extends Pick<WaitingPayment, 'source' | 'paidOn' | 'pesos'> {
  /** Of an online one: accounting has a payment of its amount and days that nobody has told to be another. */
  mayBeRecorded?: boolean
}

/**
 * The notice on an account statement or certificate; null without waiting payments. Accounting may already have a
 * reported one, because staff confirm it only then.
 */
export function unrecordedNotice(payments: readonly UnrecordedPaper[]): string | null {
  const online = payments.filter(
    ({ source, mayBeRecorded }) => source === 'online' && !mayBeRecorded,
  )
  const untold = payments.filter(
    ({ source, mayBeRecorded }) => source === 'online' && mayBeRecorded,
  )
  const reported = payments.filter(({ source }) => source === 'reported')
  const sentences = [
    sentenceAbout(online, 'un pago en línea', (list, them) => {
      return `Además, ${list}: falta que contabilidad ${them} registre, y estas cifras no ${them} incluyen.`
    }),
    sentenceAbout(untold, 'un pago en línea', (list, them) => {
      return `Además, ${list}: falta que la cooperativa ${them} reconozca en contabilidad, y estas cifras ya pueden incluir${them}.`
    }),
    sentenceAbout(reported, 'un pago', (list, them) => {
      return `El socio informó ${list}: falta que la cooperativa ${them} confirme, y estas cifras pueden no incluir${them}.`
    }),
  ]
  return sentences.filter((sentence) => sentence !== null).join(' ') || null
}

function sentenceAbout(
  payments: UnrecordedPaper[],
  name: string,
  sentence: (list: string, them: string) => string,
): string | null {
  const [last, ...others] = payments.map((each) => named(name, each)).reverse()
  if (last === undefined) return null
  return others.length === 0
    ? sentence(last, 'lo')
    : sentence(`${others.reverse().join(', ')} y ${last}`, 'los')
}

function named(name: string, { paidOn, pesos }: UnrecordedPaper): string {
  const amount = pesos === null ? '' : ` de ${formatPesos(pesos)}`
  return `${name}${amount} del ${shortDate(paidOn)}`
}
