import type { AnswerOf } from '@carpeta/contract/endpoints'
import type {
  PaymentCandidate,
  PaymentReportRow,
  StaffPaymentReport,
} from '@carpeta/contract/payment-reports'
import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { answered } from '../../api/client.ts'
import type { Resource } from '../../api/resources.ts'
import { type DocumentPage, readPage } from '../../documents/calls.ts'

// Reported payments, as staff compare them with those of accounting.

export const PAYMENT_REPORTS: Resource = {
  list: 'GET /api/payment-reports/',
  waiting: { state: 'reported' },
}

export const REPORT_FILTERS = ['q', 'state', 'gone']

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

/** A stored receipt never changes. */
export function receiptPageQuery(id: number, page: number) {
  return queryOptions({
    queryKey: ['receipt page', id, page] as QueryKey,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: async ({ signal }): Promise<DocumentPage> => {
      const shown: unknown = await answered('GET /api/payment-reports/:id/receipt/pages/:page/', {
        params: { id, page },
        signal,
        read: readPage,
      })
      return shown as DocumentPage
    },
  })
}

/**
 * @param keys of one payment of accounting or of several; at least one
 * @param differs they do not match, and the user was asked
 */
export function confirmReport(
  id: number,
  [payment_key = '', ...further_keys]: string[],
  differs: boolean,
): Promise<StaffPaymentReport> {
  return answered('POST /api/payment-reports/:id/confirm/', {
    params: { id },
    body: { payment_key, further_keys, differs },
  })
}

export function declineReport(id: number, reason: string): Promise<StaffPaymentReport> {
  return answered('POST /api/payment-reports/:id/decline/', { params: { id }, body: { reason } })
}

export function undoConfirmation(id: number, reason: string): Promise<StaffPaymentReport> {
  return answered('POST /api/payment-reports/:id/unmatch/', { params: { id }, body: { reason } })
}
