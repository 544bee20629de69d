import { answered } from '../client/answered.ts'
import { download } from '../client/download.ts'
import { uploading } from '../client/upload.ts'
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
  { paid_on, amount, comment }: TypedReport,
  file: File,
  onProgress: (share: number) => void,
): Promise<PaymentReport> {
  const body = new FormData()
  body.set('sale_code', saleCode)
  body.set('paid_on', paid_on)
  body.set('amount', amount)
  body.set('comment', comment)
  body.set('document', file)
  return answered('POST /api/payment-reports/', { body, transport: uploading(onProgress) })
}

export async function cancelPaymentReport(id: number): Promise<void> {
  await answered('POST /api/payment-reports/:id/cancel/', { params: { id }, body: {} })
}

export function downloadReceipt(id: number): Promise<Blob | null> {
  return download('GET /api/payment-reports/:id/receipt/', { params: { id } })
}
