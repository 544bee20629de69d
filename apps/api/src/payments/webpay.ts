import { z } from 'zod'
import type { WebpayConfig } from '../config/payment-settings.ts'
import { readAnswer } from '../http/read-answer.ts'

// Webpay Plus, REST API 1.2. Not Transbank's SDK: its errors are English text without the status, by which a
// repeated commit (422) differs from a failure (docs/decisions/payments-and-uf.md).

const PATH = '/rswebpaytransaction/api/webpay/v1.2/transactions'

/** A person waits for the answer; a job asks again for what is left uncertain. */
export const webpayLimits = { timeoutMs: 15_000 }
const MAX_BYTES = 100_000

const createdSchema = z.object({
  token: z.string().regex(/^[\w-]{1,64}$/),
  url: z.url({ protocol: /^https?$/ }).max(300),
})

// What decides about a payment must be understood. What only describes it is left out where it is of another form:
// a payment that was taken is not lost because of it.
const resultSchema = z.object({
  status: z.string(),
  response_code: z.number().int().nullish(),
  amount: z.number(),
  buy_order: z.string(),
  authorization_code: z
    .string()
    .regex(/^\w{1,10}$/)
    .catch(''),
  payment_type_code: z
    .string()
    .regex(/^\w{2}$/)
    .catch(''),
  installments_number: z.number().int().min(0).max(999).catch(0),
  transaction_date: z.string().catch(''),
  card_detail: z.object({ card_number: z.string() }).nullish().catch(null),
})

/** What Webpay says of a transaction. */
export interface WebpayResult {
  /** INITIALIZED, AUTHORIZED, REVERSED, FAILED, NULLIFIED, PARTIALLY_NULLIFIED or CAPTURED. */
  status: string
  /** By Webpay's clock; null before the member pays. */
  authorizedAt: Date | null
  /** 0 is approved; null before the member pays. */
  responseCode: number | null
  pesos: string
  buyOrder: string
  authorizationCode: string
  /** VD, VN, VC …; '' before the member pays. */
  cardType: string
  cardDigits: string
  instalments: number
}

/** Webpay did not answer, or not usefully: what became of the call is not known. */
export class WebpayUnknown extends Error {}

/** Webpay refused the call: it does not know the payment, it is not in that state, or our credentials are wrong. */
export class WebpayRefused extends Error {
  readonly status: number

  constructor(status: number) {
    super(`Webpay answered ${status}`)
    this.status = status
  }
}

export interface NewTransaction {
  buyOrder: string
  sessionId: string
  pesos: string
  returnUrl: string
}

/** @throws {WebpayUnknown} · {WebpayRefused} */
export async function createTransaction(
  webpay: WebpayConfig,
  { buyOrder, sessionId, pesos, returnUrl }: NewTransaction,
): Promise<{ token: string; url: string }> {
  const body = {
    buy_order: buyOrder,
    session_id: sessionId,
    // Whole pesos, far below what a float holds exactly.
    amount: Number(pesos),
    return_url: returnUrl,
  }
  return read(createdSchema, await call(webpay, 'POST', '', body))
}

/** Takes the payment that the member approved. @throws {WebpayUnknown} · {WebpayRefused} 422 when it is repeated */
export async function commitTransaction(webpay: WebpayConfig, token: string) {
  return readResult(await call(webpay, 'PUT', `/${encodeURIComponent(token)}`))
}

/** @throws {WebpayUnknown} · {WebpayRefused} */
export async function readTransaction(webpay: WebpayConfig, token: string): Promise<WebpayResult> {
  return readResult(await call(webpay, 'GET', `/${encodeURIComponent(token)}`))
}

/** Gives the whole amount back. @throws {WebpayUnknown} · {WebpayRefused} */
export async function refundTransaction(
  webpay: WebpayConfig,
  token: string,
  pesos: string,
): Promise<void> {
  const path = `/${encodeURIComponent(token)}/refunds`
  const { type, response_code: code } = read(
    z.object({ type: z.string(), response_code: z.number().nullish() }),
    await call(webpay, 'POST', path, { amount: Number(pesos) }),
  )
  if (type === 'REVERSED' || (type === 'NULLIFIED' && (code ?? 0) === 0)) return
  throw new WebpayRefused(422)
}

function readResult(body: unknown): WebpayResult {
  const result = read(resultSchema, body)
  return {
    status: result.status,
    authorizedAt: readInstant(result.transaction_date),
    responseCode: result.response_code ?? null,
    pesos: String(result.amount),
    buyOrder: result.buy_order,
    authorizationCode: result.authorization_code,
    cardType: result.payment_type_code,
    // Nothing of the card but its last four digits is kept, whatever arrives.
    cardDigits: (result.card_detail?.card_number ?? '').replace(/\D/g, '').slice(-4),
    instalments: result.installments_number,
  }
}

/** Null for a date that no payment can have, which PostgreSQL may not take either. */
function readInstant(text: string): Date | null {
  const instant = new Date(text)
  const year = instant.getUTCFullYear()
  return year >= 2000 && year < 3000 ? instant : null
}

function read<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const { data, success } = schema.safeParse(body)
  if (!success) throw new WebpayUnknown('an answer that is not understood')
  return data
}

/** The message of `fetch` may contain the address, and the address the token: it goes no further. */
async function call(
  { baseUrl, commerceCode, apiKey }: WebpayConfig,
  method: string,
  path: string,
  body?: object,
): Promise<unknown> {
  const address = `${baseUrl.href.replace(/\/+$/, '')}${PATH}${path}`
  let response: Response
  let text: string
  try {
    response = await fetch(address, {
      method,
      signal: AbortSignal.timeout(webpayLimits.timeoutMs),
      redirect: 'manual',
      headers: {
        'Tbk-Api-Key-Id': commerceCode,
        'Tbk-Api-Key-Secret': apiKey,
        'content-type': 'application/json',
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    text = await readAnswer(response, MAX_BYTES)
  } catch {
    throw new WebpayUnknown('no answer')
  }
  const { status } = response
  // 408 and 429 say nothing about the payment.
  if (status >= 400 && status < 500 && status !== 408 && status !== 429) {
    throw new WebpayRefused(status)
  }
  if (status >= 300) throw new WebpayUnknown(`answer ${status}`)
  try {
    return JSON.parse(text)
  } catch {
    throw new WebpayUnknown('an answer that is not understood')
  }
}
