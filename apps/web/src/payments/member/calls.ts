import type { AnswerOf } from '@carpeta/contract/endpoints'
import type { OnlinePayment } from '@carpeta/contract/payments'
import { type CalendarDate, dateOrNull, todayInSantiago } from '@carpeta/domain/dates/dates'
import { parsePesos, parseUf, type Uf, ZERO_UF } from '@carpeta/domain/money/money'
import type { AwaitedPayment } from '@carpeta/domain/payments/awaited-payments'
import type { UnrecordedPayment } from '@carpeta/domain/payments/next-payment'
import { answered } from '../../api/client.ts'
import { optionalQuery } from '../../api/optional-query.ts'

// Apart from the calls that few members make: every dashboard asks for it.

export const ownPaymentsQuery = optionalQuery({
  queryKey: ['member', 'online payments'],
  queryFn: ({ signal }) => answered('GET /api/payments/own/', { signal }),
})

/** The payments of this sale, by anybody, that are not in accounting yet. */
export function unrecordedOf(
  saleCode: string,
  online: Pick<AnswerOf<'GET /api/payments/own/'>, 'unrecorded'> | null | undefined,
): (UnrecordedPayment & { uf: Uf })[] {
  const ofSale = online?.unrecorded.filter(({ sale_code }) => sale_code === saleCode) ?? []
  return ofSale.flatMap(({ choice, due_on, last_due_on, chosen_on, paid_on, uf }) => {
    const [chosenOn, paidOn] = [dateOrNull(chosen_on), dateOrNull(paid_on)]
    const [dueOn, lastDueOn] = [dateOrNull(due_on), dateOrNull(last_due_on)]
    if (!chosenOn || !paidOn) return []
    return [{ choice, dueOn, lastDueOn, chosenOn, paidOn, uf: parseUf(uf) ?? ZERO_UF }]
  })
}

/** The same as what accounting still has to record, with what it paid. */
export function awaitedOnline(
  saleCode: string,
  online: AnswerOf<'GET /api/payments/own/'> | null | undefined,
): AwaitedPayment[] {
  const ofSale = online?.unrecorded.filter(({ sale_code }) => sale_code === saleCode) ?? []
  return ofSale.flatMap((payment) => {
    const [part] = unrecordedOf(saleCode, { unrecorded: [payment] })
    if (!part) return []
    const { paidOn, choice } = part
    const isOwn = payment.is_own !== false
    const pesos = parsePesos(payment.pesos)
    return [
      {
        ...{ paidOn, pesos, isOwn, isReported: false, part: choice === 'other' ? null : part },
        orderId: payment.id ?? null,
        recordBy: dateOrNull(payment.record_by ?? ''),
      },
    ]
  })
}

/** When others began payments of this sale that have not ended. */
export function begunByOthers(
  saleCode: string,
  online: AnswerOf<'GET /api/payments/own/'> | null | undefined,
): string[] {
  const ofSale = online?.begun_by_others.filter(({ sale_code }) => sale_code === saleCode) ?? []
  return ofSale.map(({ created_at }) => created_at)
}

/** Approved, and not in accounting yet. */
export function isUnrecorded({ state, recorded_on }: OnlinePayment): boolean {
  return state === 'authorized' && recorded_on === ''
}

/** The day on which Webpay approved it, or else of its beginning. */
export function dayOf({ authorized_at, created_at }: OnlinePayment): CalendarDate {
  return todayInSantiago(new Date(authorized_at ?? created_at))
}
