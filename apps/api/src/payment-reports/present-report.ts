import type { WirePaymentReport } from '@carpeta/contract/payments/report-schemas'
import type { StoredReport } from './payment-reports-store.ts'

/** A report as its member sees it. */
export function presentReport(report: StoredReport): WirePaymentReport {
  const { receiptName, receiptSize } = report
  return {
    id: report.id,
    sale_code: report.saleCode,
    paid_on: report.paidOn,
    amount: report.amount,
    comment: report.comment,
    state: report.state,
    reason: report.reason,
    reported_at: report.reportedAt.toISOString(),
    closed_at: report.closedAt?.toISOString() ?? null,
    receipt:
      receiptName === null || receiptSize === null
        ? null
        : { name: receiptName, size: receiptSize },
  }
}
