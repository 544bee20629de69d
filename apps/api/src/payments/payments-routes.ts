import { endpoints } from '@carpeta/contract/payments'
import { returnFieldNames } from '@carpeta/domain/payments/online-payment-rules'
import { recordListRead } from '../audit/record-audit-event.ts'
import type { Api } from '../http/api.ts'
import { sendFile } from '../http/send-file.ts'
import { serve } from '../http/serve.ts'
import type { PdfPool } from '../pdf/pdf-pool.ts'
import type { RateLimits } from '../throttle/rate-limits.ts'
import type { ListConfirming } from './free-payments.ts'
import { listCandidates, matchPayment, undoMatch } from './matches.ts'
import {
  drawReceipt,
  listOwnPayments,
  readPayment,
  returnFromWebpay,
  startPayment,
} from './online-payments.ts'
import { refundPayment } from './refunds.ts'
import { expirePayment, exportPayments, listPayments } from './staff-payments.ts'

export function paymentsRoutes(
  api: Api & { limits: RateLimits; pdfs: PdfPool; listConfirming: ListConfirming },
): void {
  const { app, db, config } = api
  // Webpay returns to the page by an address or by a form; the page takes the fields from its address.
  app.post<{ Params: { id: string } }>('/payments/:id', async ({ params: { id }, body }, reply) => {
    if (!/^\d{1,10}$/.test(id)) return reply.callNotFound()
    return reply.redirect(`/payments/${id}?${new URLSearchParams(returnFields(body))}`, 303)
  })
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
    'GET /api/payments/:id/': ({ caller, params, request }) =>
      readPayment(api, caller, { ...params, mayAsk: request.method === 'GET' }),
    'POST /api/payments/:id/return/': ({ caller, params, body }) =>
      returnFromWebpay(api, caller, params.id, body),
    'GET /api/payments/:id/receipt/': async ({ caller, params, reply, signal }) => {
      const file = await drawReceipt(api, caller, { ...params, signal })
      return sendFile(reply, endpoints['GET /api/payments/:id/receipt/'], file)
    },

    // All of them, as staff compare them with accounting's.
    'GET /api/payments/': async ({ caller, query }) => {
      const page = await listPayments(db, caller, query)
      await recordListRead(db, caller, 'payment', page.results, page.counts)
      return page
    },
    'GET /api/payments/csv/': async ({ caller, query, reply }) => {
      const file = { name: 'pagos-en-linea.csv', content: await exportPayments(api, caller, query) }
      return sendFile(reply, endpoints['GET /api/payments/csv/'], file)
    },
    'POST /api/payments/:id/refund/': ({ caller, params, body: { reason, is_done = false } }) =>
      refundPayment(api, caller, { ...params, reason, isDone: is_done }),
    'POST /api/payments/:id/expire/': ({ caller, params, body }) =>
      expirePayment(api, caller, { ...params, ...body }),
    'GET /api/payments/:id/candidates/': async ({ caller, params }) => ({
      results: await listCandidates(api, caller, params.id),
    }),
    'POST /api/payments/:id/match/': ({ caller, params, body }) =>
      matchPayment(api, caller, { ...params, paymentKey: body.payment_key }),
    'POST /api/payments/:id/unmatch/': ({ caller, params, body }) =>
      undoMatch(db, caller, { ...params, ...body }),
  })
}

const MAX_FIELD = 100

/** The fields that Webpay adds when it sends a member back, of whatever was posted. */
function returnFields(body: unknown): [name: string, value: string][] {
  const posted = new Map(Object.entries(body ?? {}))
  return returnFieldNames.flatMap((name) => {
    const value = posted.get(name)
    return typeof value === 'string' && value.length <= MAX_FIELD ? [[name, value]] : []
  })
}
