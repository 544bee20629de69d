import type { BodyOf } from '@carpeta/contract/endpoints'
import type { OnlinePayment } from '@carpeta/contract/payments'
import { queryOptions } from '@tanstack/react-query'
import { answered } from '../api/client.ts'
import { download } from '../api/download.ts'

// A member's payments by Webpay.

export type { OnlinePayment }

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
