import { answered } from '../api/client.ts'
import { download } from '../api/download.ts'
import { type Sending, uploaded } from '../api/upload.ts'
import type { PaymentReport } from './member/calls.ts'

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
