import { type CalendarDate, daysBetween, shortDate } from '../dates/dates.ts'
import { formatPesos, formatUf, ufInPesos } from '../money/money.ts'
import { instalmentStatus, sumLeft } from '../sales/instalments.ts'
import type { Sale } from '../sales/sale.ts'
import { nameOf } from '../sales/sale-name.ts'
import { isOwn } from '../sales/sale-rules.ts'
import { newestFirst } from '../sales/statement.ts'

/** Members pay an instalment within the month before it is due, or later. */
const EARLY_DAYS = 31

export interface BookedLater {
  /** Whether the payment was for the only overdue instalment; '' where others are owed in any case. */
  question: string
  /** Where the payment is, which the debt does not count. */
  reason: string
  /** The answer that pays the instalment. */
  no: string
  /** Of the message that asks to look at it. */
  subject: string
  message: string
}

/** What 'Sí' does, and what holds meanwhile. */
export const reviewAdvice =
  '«Sí» abre un correo ya escrito a la cooperativa; mientras responde sigue atrasada, pero no la pagues.'

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
  const found = newestFirst(payments).flatMap(({ depositedOn, amount, instalments: places }) => {
    const dates = places.flatMap((place) => instalments[place - 1]?.dueOn ?? [])
    // Paid for the overdue one by its date, which has nothing of it.
    if (!depositedOn || dates.length === 0) return []
    if (daysBetween(depositedOn, oldest) > EARLY_DAYS) return []
    if (dates.length < places.length || dates.some((date) => date <= oldest)) return []
    const where =
      dates.length === 1
        ? `la cuota del ${shortDate(dates[0] as CalendarDate)}`
        : `${dates.length} cuotas posteriores`
    const payment = `pago del ${shortDate(depositedOn)}`
    const instalment = shortDate(oldest)
    return {
      question: isOnly
        ? `¿${isOwn(sale) ? 'Tu' : 'El'} ${payment}${amount ? ` (${formatUf(amount)})` : ''} era para la cuota del ${instalment}?`
        : '',
      reason: isOnly
        ? `Contabilidad lo dejó en ${where}.`
        : `El ${payment} no está descontado de lo atrasado: quedó en ${where}.`,
      no: `No: pagar ${left && ufOfToday?.date === today ? formatPesos(ufInPesos(left, ufOfToday)) : 'la cuota'}`,
      subject: `Revisar el ${payment}: ${nameOf(sale)}`,
      message: `${nameOf(sale)}. El ${payment} quedó en ${where}, no en la del ${instalment}. ¿Pueden revisarlo?`,
    }
  })
  return found[0] ?? null
}
