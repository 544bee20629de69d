import type { AnswerOf } from '@carpeta/contract/endpoints'
import type { StaffPayment } from '@carpeta/contract/payments'
import { queryOptions } from '@tanstack/react-query'
import { answered } from '../../api/client.ts'
import { download } from '../../api/download.ts'
import type { Resource } from '../../api/resources.ts'

// All payments by Webpay, as staff compare them with accounting's.

export type { StaffPayment }

export const PAYMENTS: Resource = {
  list: 'GET /api/payments/',
  waiting: { unrecorded: '1' },
}

export type PaymentCandidate = AnswerOf<'GET /api/payments/:id/candidates/'>['results'][number]

export type PaymentsPage = AnswerOf<'GET /api/payments/'>

export function exportPayments(filters: Record<string, string>): Promise<Blob | null> {
  return download('GET /api/payments/csv/', { query: filters })
}

export function candidatesQuery(id: number) {
  return queryOptions({
    queryKey: [PAYMENTS, 'candidates', id],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await answered('GET /api/payments/:id/candidates/', { params: { id }, signal })).results,
  })
}

export function matchPayment(id: number, paymentKey: string): Promise<StaffPayment> {
  return answered('POST /api/payments/:id/match/', {
    params: { id },
    body: { payment_key: paymentKey },
  })
}

export function expirePayment(id: number, reason: string): Promise<StaffPayment> {
  return answered('POST /api/payments/:id/expire/', { params: { id }, body: { reason } })
}

/** `isDone`: it was given back already, which is only recorded. */
export function refundPayment(
  id: number,
  { reason, isDone }: { reason: string; isDone: boolean },
): Promise<StaffPayment> {
  const body = { reason, is_done: isDone }
  return answered('POST /api/payments/:id/refund/', { params: { id }, body })
}

export function undoMatch(id: number, reason: string): Promise<StaffPayment> {
  return answered('POST /api/payments/:id/unmatch/', { params: { id }, body: { reason } })
}
