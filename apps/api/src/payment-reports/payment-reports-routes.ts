import { endpoints, reportFields } from '@carpeta/contract/payment-reports'
import { recordListRead } from '../audit/record-audit-event.ts'
import type { GuardServices } from '../documents/guard-file.ts'
import { receiveUpload } from '../documents/receive-file.ts'
import type { Api } from '../http/api.ts'
import { readFields } from '../http/read-upload.ts'
import { sendAttachment } from '../http/send-file.ts'
import { serve } from '../http/serve.ts'
import type { PageServices } from '../requests/open-document.ts'
import type { RateLimits } from '../throttle/rate-limits.ts'
import {
  cancelReport,
  listOwnReports,
  openReceipt,
  openReceiptPage,
  presentAccount,
  type ReportServices,
  reportPayment,
} from './member-reports.ts'
import {
  confirmReport,
  declineReport,
  listPaymentReports,
  readPaymentReport,
  undoConfirmation,
} from './staff-reports.ts'

export function paymentReportsRoutes(
  api: Api & ReportServices & GuardServices & PageServices & { limits: RateLimits },
): void {
  serve(api, endpoints, {
    // A member's payments that accounting does not have yet.
    'GET /api/payment-account/': () => ({ account: presentAccount(api.config.paymentAccount) }),
    'GET /api/payment-reports/own/': async ({ caller }) => ({
      results: await listOwnReports(api, caller),
    }),
    'POST /api/payment-reports/': async ({ caller, request, signal }) => {
      await api.limits.paymentReports.consume(String(caller.user.id))
      return await receiveUpload(api, { caller, request }, (upload) => {
        const fields = readFields(upload, reportFields)
        return reportPayment(api, caller, { fields, file: upload.file, signal })
      })
    },
    'POST /api/payment-reports/:id/cancel/': ({ caller, params }) =>
      cancelReport(api, caller, params.id),
    'GET /api/payment-reports/:id/receipt/': async ({ caller, params, reply }) => {
      const { receipt, content } = await openReceipt(api, caller, params.id)
      return sendAttachment(reply, receipt, content)
    },

    // Reported payments, as staff compare them with those of accounting.
    'GET /api/payment-reports/': async ({ caller, query }) => {
      const page = await listPaymentReports(api, query)
      await recordListRead(api.db, caller, 'payment_report', page.results, page.counts)
      return page
    },
    'GET /api/payment-reports/:id/': ({ caller, params }) =>
      readPaymentReport(api, caller, params.id),
    'GET /api/payment-reports/:id/receipt/pages/:page/': async (call) => {
      const { caller, params, reply, signal } = call
      const page = { reportId: params.id, page: params.page, signal }
      const { pages, content, ...file } = await openReceiptPage(api, caller, page)
      reply.header('x-page-count', pages)
      return sendAttachment(reply, file, content)
    },
    'POST /api/payment-reports/:id/confirm/': async ({
      caller,
      params: { id: reportId },
      body,
    }) => {
      const { payment_key, further_keys, differs } = body
      const paymentKeys = [payment_key, ...further_keys]
      await confirmReport(api, caller, { reportId, paymentKeys, differs })
      return readPaymentReport(api, caller, reportId)
    },
    'POST /api/payment-reports/:id/unmatch/': async ({
      caller,
      params: { id: reportId },
      body,
    }) => {
      await undoConfirmation(api, caller, { reportId, reason: body.reason })
      return readPaymentReport(api, caller, reportId)
    },
    'POST /api/payment-reports/:id/decline/': async ({
      caller,
      params: { id: reportId },
      body,
    }) => {
      await declineReport(api, caller, { reportId, reason: body.reason })
      return readPaymentReport(api, caller, reportId)
    },
  })
}
