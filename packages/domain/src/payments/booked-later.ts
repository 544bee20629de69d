import { type CalendarDate, daysBetween, shortDate } from '../dates/dates.ts'
import { formatPesos, formatUf, type Uf, ufInPesos } from '../money/money.ts'
import { openQuestion, paymentQuestion } from '../requests/questions.ts'
import { instalmentStatus, sumLeft } from '../sales/instalments.ts'
import type { Payment, RequestSummary, Sale } from '../sales/sale.ts'
import { nameOf } from '../sales/sale-name.ts'
import { isInCredit, isOwn } from '../sales/sale-rules.ts'
import { newestFirst } from '../sales/statement.ts'

/** Members pay an instalment within the month before it is due, or later. */
const EARLY_DAYS = 31

export interface BookedLater {
  /** What the member asks the cooperative to look at (`paymentQuestion`). */
  about: string
  /** The open request that asks it. */
  asked: RequestSummary | null
  /** What it asked, within a sentence. */
  askedWhat: string
  /**
   * Where the payment is, and whether it was for the only overdue instalment; '' where others are owed in any case, and
   * once asked.
   */
  question: string
  /** The same where nothing is asked: the debt does not count it. */
  reason: string
  /** In place of the question where nothing can be answered, without a connection; '' once asked. */
  offline: string
  /** The answer that pays the instalment. */
  no: string
  /** Of the message that asks to look at it. */
  subject: string
  message: string
}

/** What 'Sí' does where it begins an email, and what holds meanwhile. */
export const reviewAdvice =
  '«Sí» abre un correo ya escrito a la cooperativa; mientras responde sigue atrasada, pero no la pagues.'

/** What holds until the cooperative has answered. */
export const askedAdvice = 'No pagues la cuota todavía: mientras lo revisan sigue atrasada.'

/** What each answer means, where nobody is there to answer. */
export const answerAdvice = 'Si lo era, no pagues todavía; si no, págala.'

/**
 * Tells that accounting booked a payment on later instalments than the oldest overdue one, which is owed without it,
 * and, where no other is overdue, asks whether it was paid for that one; null when it did not.
 * @param awaited places of instalments whose payment accounting has not recorded
 */
export function bookedLater(
  sale: Sale,
  today: CalendarDate,
  awaited: ReadonlyMap<number, unknown>,
): BookedLater | null {
  const { completedOn, instalments, payments, ufOfToday } = sale
  // The plan of a finished sale is history.
  if (completedOn !== null) return null
  const overdue = instalments.filter(
    (each, place) => instalmentStatus(each, today) === 'overdue' && !awaited.has(place),
  )
  const isOnly = overdue.length === 1
  const left = sumLeft(overdue)
  const [oldest] = overdue.flatMap(({ dueOn }) => dueOn ?? []).sort()
  if (oldest === undefined) return null
  const instalment = shortDate(oldest)
  const found = newestFirst(payments).flatMap((paid) => {
    const { depositedOn, amount } = paid
    // Paid for the overdue one by its date, which has nothing of it.
    if (!depositedOn || daysBetween(depositedOn, oldest) > EARLY_DAYS) return []
    const where = placeAfter(oldest, sale, paid)
    if (where === null) return []
    const payment = `pago del ${shortDate(depositedOn)}`
    const about = paymentQuestion(depositedOn, oldest)
    const asked = openQuestion(sale.requests, about)
    const isAsking = isOnly && asked === null
    const place = `Contabilidad dejó ${isOwn(sale) ? 'tu' : 'el'} ${payment}${amount ? ` (${formatUf(amount)})` : ''} en ${where}.`
    const reason = `El ${payment} no está descontado de lo atrasado: quedó en ${where}.`
    return {
      about,
      asked,
      askedWhat: `que revisen ${isOwn(sale) ? 'tu' : 'el'} ${payment}`,
      question: isAsking ? `${place} ¿Era para la del ${instalment}?` : '',
      reason,
      offline: isAsking
        ? `${place} Si era para la del ${instalment}, no la pagues todavía: con internet puedes pedir que lo revisen.`
        : asked
          ? ''
          : reason,
      no: `No: pagar ${left && ufOfToday?.date === today ? formatPesos(ufInPesos(left, ufOfToday)) : 'la cuota'}`,
      subject: `Revisar el ${payment}: ${nameOf(sale)}`,
      message: `${nameOf(sale)}. ${messageOf(sale, paid, where, oldest)}`,
    }
  })
  return found[0] ?? null
}

/** The same payment while nothing should be paid: until its question is answered, by the member or by the cooperative. */
export function doubtedPayment(
  sale: Sale,
  today: CalendarDate,
  awaited: ReadonlyMap<number, unknown>,
): BookedLater | null {
  const booked = isInCredit(sale) ? null : bookedLater(sale, today, awaited)
  return booked?.question || booked?.asked ? booked : null
}

/** What a member asks about that payment and instalment; '' where the payment is no longer on later ones. */
export function reviewMessage(
  sale: Sale,
  { paidOn, dueOn }: { paidOn: CalendarDate; dueOn: CalendarDate },
): string {
  for (const paid of newestFirst(sale.payments)) {
    const where = paid.depositedOn === paidOn ? placeAfter(dueOn, sale, paid) : null
    if (where !== null) return messageOf(sale, paid, where, dueOn)
  }
  return ''
}

/** 'la cuota del …' where accounting booked the payment on later instalments alone; otherwise null. */
function placeAfter(
  dueOn: CalendarDate,
  { instalments }: Sale,
  { instalments: places }: Payment,
): string | null {
  const dates = places.flatMap((place) => instalments[place - 1]?.dueOn ?? [])
  const [first] = dates
  if (!first || dates.length < places.length || dates.some((date) => date <= dueOn)) return null
  return dates.length === 1
    ? `la cuota del ${shortDate(first)}`
    : `${dates.length} cuotas posteriores`
}

function messageOf(
  sale: Sale,
  { depositedOn, amount }: Payment,
  where: string,
  dueOn: CalendarDate,
): string {
  const left = sumLeft(sale.instalments.filter((each) => each.dueOn === dueOn))
  // The member may go on writing.
  const written = (uf: Uf) => formatUf(uf).replace('\u00a0', ' ')
  const payment = `El pago del ${depositedOn && shortDate(depositedOn)}${amount ? `, de ${written(amount)},` : ''}`
  const owed = left ? `, de la que se deben ${written(left)}` : ''
  return `${payment} quedó en ${where}, no en la del ${shortDate(dueOn)}${owed}. ¿Pueden revisarlo?`
}
