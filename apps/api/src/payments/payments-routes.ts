import { endpoints } from '@carpeta/contract/payments'
import { recordListRead } from '../audit/record-audit-event.ts'
import type { Api } from '../http/api.ts'
import { sendFile } from '../http/send-file.ts'
import { serve } from '../http/serve.ts'
import type { PdfPool } from '../pdf/pdf-pool.ts'
import type { RateLimits } from '../throttle/rate-limits.ts'
import {
  drawReceipt,
  listOwnPayments,
  readPayment,
  returnFromWebpay,
  startPayment,
} from './online-payments.ts'
import {
  expirePayment,
  listCandidates,
  listPayments,
  matchPayment,
  paymentsCsv,
  refundPayment,
} from './staff-payments.ts'

export function paymentsRoutes(api: Api & { limits: RateLimits; pdfs: PdfPool }): void {
  const { db, config } = api
  serve(api, endpoints, {
    // A member's payments by Webpay.
    'POST /api/payments/': async ({ caller, body }) => {
      await api.limits.onlinePayments.consume(String(caller.user.id))
      return await startPayment(api, caller, body)
    },
    'GET /api/payments/own/': async ({ caller }) => ({
      available: config.webpay !== null,
      ...(await listOwnPayments(api, caller)),
    }),
    'GET /api/payments/:id/': ({ caller, params }) => readPayment(api, caller, params.id),
    'POST /api/payments/:id/return/': ({ caller, params, body }) =>
      returnFromWebpay(api, caller, params.id, body),
    'GET /api/payments/:id/receipt/': async ({ caller, params, reply, signal }) => {
      const file = await drawReceipt(api, caller, { ...params, signal })
      return sendFile(reply, endpoints['GET /api/payments/:id/receipt/'], file)
    },

    // All of them, as staff compare them with accounting's.
    'GET /api/payments/': async ({ caller, query }) => {
      const page = await listPayments(db, query)
      await recordListRead(db, caller, 'payment', page.results)
      return page
    },
    'GET /api/payments/csv/': async ({ caller, query, reply }) => {
      const { csv, orders } = await paymentsCsv(db, query)
      await recordListRead(db, caller, 'payment', orders)
      const file = { name: 'pagos-en-linea.csv', content: csv }
      return sendFile(reply, endpoints['GET /api/payments/csv/'], file)
    },
    'POST /api/payments/:id/refund/': ({ caller, params, body }) =>
      refundPayment(api, caller, { ...params, ...body }),
    'POST /api/payments/:id/expire/': ({ caller, params, body }) =>
      expirePayment(api, caller, { ...params, ...body }),
    'GET /api/payments/:id/candidates/': async ({ caller, params }) => ({
      results: await listCandidates(db, caller, params.id),
    }),
    'POST /api/payments/:id/match/': ({ caller, params, body }) =>
      matchPayment(db, caller, { ...params, paymentKey: body.payment_key }),
  })
}
