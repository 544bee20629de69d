import type { AnswerOf } from '@carpeta/contract/endpoints'
import type {
  PaymentCandidate,
  PaymentReportRow,
  StaffPaymentReport,
} from '@carpeta/contract/payment-reports'
import { queryOptions } from '@tanstack/react-query'
import { answered } from '../../api/client.ts'
import type { Resource } from '../../api/resources.ts'

// Reported payments, as staff compare them with those of accounting.

export const PAYMENT_REPORTS: Resource = { list: 'GET /api/payment-reports/' }

export type { PaymentCandidate, PaymentReportRow, StaffPaymentReport }
export type PaymentReportsPage = AnswerOf<'GET /api/payment-reports/'>

/** Always refetched, since another user may have closed the report. */
export function staffReportQuery(id: number) {
  return queryOptions({
    queryKey: [PAYMENT_REPORTS, 'one', id],
    staleTime: 0,
    queryFn: ({ signal }) => answered('GET /api/payment-reports/:id/', { params: { id }, signal }),
  })
}

export function confirmReport(id: number, paymentKey: string): Promise<StaffPaymentReport> {
  return answered('POST /api/payment-reports/:id/confirm/', {
    params: { id },
    body: { payment_key: paymentKey },
  })
}

export function declineReport(id: number, reason: string): Promise<StaffPaymentReport> {
  return answered('POST /api/payment-reports/:id/decline/', { params: { id }, body: { reason } })
}
