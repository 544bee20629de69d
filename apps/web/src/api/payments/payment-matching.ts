import * as reports from '@carpeta/contract/payments/staff-reports-endpoints'
import type {
  definitions,
  PaymentCandidate,
  PaymentReportRow,
  StaffPaymentReport,
} from '@carpeta/contract/payments/staff-reports-schemas'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { answered } from '../client/answered.ts'
import type { Resource } from '../client/resources.ts'

// Reported payments, as staff compare them with those of accounting.

export const PAYMENT_REPORTS: Resource = { list: reports.listPaymentReports }

export type { PaymentCandidate, PaymentReportRow, StaffPaymentReport }
export type PaymentReportsPage = z.infer<typeof definitions.listPaymentReports.answer>

/** Always refetched, since another user may have closed the report. */
export function staffReportQuery(id: number) {
  return queryOptions({
    queryKey: [PAYMENT_REPORTS, 'one', id],
    staleTime: 0,
    queryFn: ({ signal }) => answered(reports.getPaymentReport, { params: { id }, signal }),
  })
}

export function confirmReport(id: number, paymentKey: string): Promise<StaffPaymentReport> {
  return answered(reports.confirmPaymentReport, {
    params: { id },
    body: { payment_key: paymentKey },
  })
}

export function declineReport(id: number, reason: string): Promise<StaffPaymentReport> {
  return answered(reports.declinePaymentReport, { params: { id }, body: { reason } })
}
