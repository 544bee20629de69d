import type { AnswerOf, BodyOf } from '@carpeta/contract/endpoints'
import type { OnlinePayment, StaffPayment } from '@carpeta/contract/payments'
import { queryOptions } from '@tanstack/react-query'
import { answered } from './client/client.ts'
import { download } from './client/download.ts'
import type { Resource } from './client/resources.ts'

// A member's payments by Webpay.

export type { OnlinePayment, StaffPayment }

export function startPayment(body: BodyOf<'POST /api/payments/'>): Promise<OnlinePayment> {
  return answered('POST /api/payments/', { body })
}

/** Its end may be found out meanwhile: it is never taken from memory. */
export function paymentQuery(id: number) {
  return queryOptions({
    queryKey: ['member', 'online payment', id],
    staleTime: 0,
    queryFn: ({ signal }) => answered('GET /api/payments/:id/', { params: { id }, signal }),
  })
}

export type ReturnFields = BodyOf<'POST /api/payments/:id/return/'>

export function returnFromWebpay(id: number, body: ReturnFields): Promise<OnlinePayment> {
  return answered('POST /api/payments/:id/return/', { params: { id }, body })
}

export function downloadPaymentReceipt(id: number): Promise<Blob | null> {
  return download('GET /api/payments/:id/receipt/', { params: { id } })
}

type Redirect = NonNullable<OnlinePayment['redirect']>

/** Leaves the portal, and a frame around it, for the bank's page, which takes the token in a form. */
export function goToWebpay({ url, token }: Redirect): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = url
  // Webpay is shown in no frame.
  form.target = '_top'
  const field = document.createElement('input')
  field.type = 'hidden'
  field.name = 'token_ws'
  field.value = token
  form.append(field)
  document.body.append(form)
  form.submit()
}

/** Webpay's page as an address. */
export function webpayLink({ url, token }: Redirect): string {
  const address = new URL(url)
  address.searchParams.set('token_ws', token)
  return address.href
}

// All of them, as staff compare them with accounting's.

export const PAYMENTS: Resource = { list: 'GET /api/payments/' }

export type PaymentsPage = AnswerOf<'GET /api/payments/'>

export function exportPayments(filters: Record<string, string>): Promise<Blob | null> {
  return download('GET /api/payments/csv/', { query: filters })
}

export function candidatesQuery(id: number) {
  return queryOptions({
    queryKey: [PAYMENTS, 'candidates', id],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await answered('GET /api/payments/:id/candidates/', { params: { id }, signal })).results,
  })
}

export function matchPayment(id: number, paymentKey: string): Promise<StaffPayment> {
  return answered('POST /api/payments/:id/match/', {
    params: { id },
    body: { payment_key: paymentKey },
  })
}

export function expirePayment(id: number, reason: string): Promise<StaffPayment> {
  return answered('POST /api/payments/:id/expire/', { params: { id }, body: { reason } })
}

/** `isDone`: it was given back already, which is only recorded. */
export function refundPayment(
  id: number,
  { reason, isDone }: { reason: string; isDone: boolean },
): Promise<StaffPayment> {
  const body = { reason, is_done: isDone }
  return answered('POST /api/payments/:id/refund/', { params: { id }, body })
}

export function undoMatch(id: number, reason: string): Promise<StaffPayment> {
  return answered('POST /api/payments/:id/unmatch/', { params: { id }, body: { reason } })
}
