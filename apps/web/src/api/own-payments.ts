import type { OnlinePayment } from '@carpeta/contract/payments'
import { queryOptions } from '@tanstack/react-query'
import { answered } from './client/client.ts'

// Apart from the calls that few members make: every dashboard asks for it.

export const ownPaymentsQuery = queryOptions({
  queryKey: ['member', 'online payments'],
  queryFn: ({ signal }) => answered('GET /api/payments/own/', { signal }),
})

/** Approved, and not in accounting yet. */
export function isUnrecorded({ state, recorded_on }: OnlinePayment): boolean {
  return state === 'authorized' && recorded_on === ''
}
