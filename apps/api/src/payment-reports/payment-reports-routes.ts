import * as memberEndpoints from '@carpeta/contract/payments/member-reports-endpoints'
import {
  definitions as memberDefinitions,
  reportFields,
} from '@carpeta/contract/payments/member-reports-schemas'
import * as staffEndpoints from '@carpeta/contract/payments/staff-reports-endpoints'
import { definitions as staffDefinitions } from '@carpeta/contract/payments/staff-reports-schemas'
import { recordListRead } from '../audit/record-audit-event.ts'
import { receiveFile } from '../documents/receive-file.ts'
import { refuseTooManyUploads } from '../documents/store-document.ts'
import type { Api } from '../http/api.ts'
import { readFields, readUpload } from '../http/read-upload.ts'
import { sendAttachment } from '../http/send-attachment.ts'
import { serve } from '../http/serve.ts'
import type { RateLimits } from '../throttle/rate-limits.ts'
import {
  cancelReport,
  listOwnReports,
  openReceipt,
  presentAccount,
  type ReportServices,
  reportPayment,
} from './member-reports.ts'
import {
  confirmReport,
  declineReport,
  listPaymentReports,
  readPaymentReport,
} from './staff-reports.ts'

export function paymentReportsRoutes(api: Api & ReportServices & { limits: RateLimits }): void {
  memberRoutes(api)
  staffRoutes(api)
}

/** A member's payments that accounting does not have yet: where to pay, and what was paid. */
function memberRoutes(api: Api & ReportServices & { limits: RateLimits }): void {
  serve(api, memberEndpoints, memberDefinitions, {
    getPaymentAccount: () => ({ account: presentAccount(api.config.paymentAccount) }),
    listOwnPaymentReports: async ({ caller }) => ({ results: await listOwnReports(api, caller) }),
    reportPayment: async ({ caller, request }) => {
      await api.limits.paymentReports.consume(String(caller.user.id))
      await refuseTooManyUploads(api, caller)
      const upload = await readUpload(request, (incoming) => receiveFile(incoming, api.config))
      await using file = upload.file
      const fields = readFields(upload, reportFields)
      return await reportPayment(api, caller, { fields, file })
    },
    cancelPaymentReport: ({ caller, params }) => cancelReport(api, caller, params.id),
    downloadReceipt: async ({ caller, params, reply }) => {
      const { receipt, content } = await openReceipt(api, caller, params.id)
      return sendAttachment(reply, receipt, content)
    },
  })
}

/** Reported payments, as staff compare them with those of accounting. */
function staffRoutes(api: Api): void {
  serve(api, staffEndpoints, staffDefinitions, {
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
