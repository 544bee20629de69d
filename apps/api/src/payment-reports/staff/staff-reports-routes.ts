import * as endpoints from '@carpeta/contract/payments/staff-reports-endpoints'
import { definitions } from '@carpeta/contract/payments/staff-reports-schemas'
import { recordListRead } from '../../audit/record-audit-event.ts'
import type { Api } from '../../http/api.ts'
import { serve } from '../../http/serve.ts'
import { confirmReport } from './confirm-report.ts'
import { declineReport } from './decline-report.ts'
import { listPaymentReports } from './list-payment-reports.ts'
import { readPaymentReport } from './read-payment-report.ts'

/** Reported payments, as staff compare them with those of accounting. */
export function staffReportsRoutes(api: Api): void {
  serve(api, endpoints, definitions, {
    listPaymentReports: async ({ caller, query }) => {
      const page = await listPaymentReports(api, query)
      await recordListRead(api.db, caller, 'payment_report', page.results)
      return page
    },
    getPaymentReport: ({ caller, params }) => readPaymentReport(api, caller, params.id),
    confirmPaymentReport: async ({ caller, params: { id: reportId }, body }) => {
      await confirmReport(api, caller, { reportId, paymentKey: body.payment_key })
      return readPaymentReport(api, caller, reportId)
    },
    declinePaymentReport: async ({ caller, params: { id: reportId }, body }) => {
      await declineReport(api, caller, { reportId, reason: body.reason })
      return readPaymentReport(api, caller, reportId)
    },
  })
}
