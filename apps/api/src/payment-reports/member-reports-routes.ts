import * as endpoints from '@carpeta/contract/payments/member-reports-endpoints'
import { definitions, reportFields } from '@carpeta/contract/payments/member-reports-schemas'
import { receiveFile } from '../documents/receive-file.ts'
import { refuseTooManyUploads } from '../documents/store-document.ts'
import type { Api } from '../http/api.ts'
import { readFields, readUpload } from '../http/read-upload.ts'
import { sendAttachment } from '../http/send-attachment.ts'
import { serve } from '../http/serve.ts'
import type { RateLimits } from '../throttle/rate-limits.ts'
import { cancelReport } from './cancel-report.ts'
import { listOwnReports } from './list-own-reports.ts'
import { openReceipt } from './open-receipt.ts'
import { presentAccount } from './present-account.ts'
import { type ReportServices, reportPayment } from './report-payment.ts'

/** A member's payments that accounting does not have yet: where to pay, and what was paid. */
export function memberReportsRoutes(api: Api & ReportServices & { limits: RateLimits }): void {
  serve(api, endpoints, definitions, {
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
