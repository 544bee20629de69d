import { type CalendarDate, dateOrNull } from '@carpeta/domain/dates/dates'
import { parsePesos } from '@carpeta/domain/money/money'
import {
  type AwaitedPayment,
  awaitedInstalments,
  withoutAwaited,
  withoutTaken,
} from '@carpeta/domain/payments/awaited-payments'
import type { Sale } from '@carpeta/domain/sales/sale'
import { useQuery } from '@tanstack/react-query'
import { ownReportsQuery } from '../../payment-reports/member/calls.ts'
import { awaitedOnline, ownPaymentsQuery } from './calls.ts'

/** What accounting still has to record, by the place of the instalment that it pays. */
export type Covered = ReadonlyMap<number, AwaitedPayment>

export interface Awaited {
  covered: Covered
  /** The sale as it is owed besides. */
  rest: Sale
}

/** What was paid online or reported, of each sale, while accounting has not recorded it. */
export function useAwaited(today: CalendarDate): (sale: Sale) => Awaited {
  const { data: online } = useQuery(ownPaymentsQuery)
  const { data: reports } = useQuery(ownReportsQuery)
  return (sale) => {
    const reported = (reports ?? []).flatMap(
      ({ sale_code, state, paid_on, amount }): AwaitedPayment[] => {
        const paidOn = dateOrNull(paid_on)
        if (sale_code !== sale.code || state !== 'reported' || !paidOn) return []
        return [{ paidOn, pesos: parsePesos(amount), isOwn: true, isReported: true, part: null }]
      },
    )
    const awaited = [...awaitedOnline(sale.code, online), ...reported]
    // A stored copy may lack the further ones.
    const known: { sale_code: string; payment_key: string; further_keys?: string[] }[] = [
      ...(online?.results ?? []),
      ...(reports ?? []),
    ]
    const taken = known.flatMap(({ sale_code, payment_key, further_keys = [] }) =>
      sale_code === sale.code ? [payment_key, ...further_keys] : [],
    )
    const covered = awaitedInstalments(withoutTaken(sale, taken), awaited, today)
    return { covered, rest: withoutAwaited(sale, covered) }
  }
}
