import type { AnswerOf } from '@carpeta/contract/endpoints'
import type {
  PaymentCandidate,
  PaymentReportRow,
  StaffPaymentReport,
} from '@carpeta/contract/payment-reports'
import { queryOptions } from '@tanstack/react-query'
import { answered } from './client/client.ts'
import { download } from './client/download.ts'
import type { Resource } from './client/resources.ts'
import { type Sending, uploaded } from './client/upload.ts'
import type { PaymentReport } from './own-reports.ts'

// Payments that a member makes and reports.

export interface TypedReport {
  paid_on: string
  amount: string
  comment: string
}

/** The same payment with the same file is the same report, so a retry adds none. */
export function reportPayment(
  saleCode: string,
  typed: TypedReport,
  file: File,
  sending: Sending,
): Promise<PaymentReport> {
  const fields = { sale_code: saleCode, ...typed }
  return answered('POST /api/payment-reports/', uploaded(file, sending, fields))
}

export async function cancelPaymentReport(id: number): Promise<void> {
  await answered('POST /api/payment-reports/:id/cancel/', { params: { id }, body: {} })
}

export function downloadReceipt(id: number): Promise<Blob | null> {
  return download('GET /api/payment-reports/:id/receipt/', { params: { id } })
}

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
