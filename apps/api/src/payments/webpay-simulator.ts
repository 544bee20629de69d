import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { formatPesos, type Pesos } from '@carpeta/domain/money/money'
import { integrationCredentials } from '../config/payment-settings.ts'

// Webpay's REST API and a page in its place, so that a newcomer and the tests can pay without a bank. Never in
// production.

/**
 * What a call meets: an error of the server, a refusal, wrong credentials, no answer at all, or none although it was
 * carried out.
 */
export type Misbehaviour = 'error' | 'refused' | 'unauthorized' | 'silent' | 'lost'

type Call = 'create' | 'commit' | 'status' | 'refund'

interface Transaction {
  buyOrder: string
  sessionId: string
  amount: number
  returnUrl: string
  status: 'INITIALIZED' | 'AUTHORIZED' | 'FAILED' | 'REVERSED'
  /** What the member did on the page; null until then. */
  decision: Decision | null
  /** When it was committed. */
  takenAt: Date | null
  /** Until then Webpay takes the payment and does not say so. */
  uncertainUntil: number
}

type Decision = 'approve' | 'uncertain' | 'reject' | 'cancel' | 'timeout'

const UNCERTAIN_MS = 8000

export interface WebpaySimulator {
  url: string
  /** By token. */
  transactions: ReadonlyMap<string, Transaction>
  /** What the member does on the page. @returns the address that the browser goes to */
  decide: (token: string, decision: Decision) => string
  /** Every later call of this kind; null for none. */
  behave: (call: Call, how: Misbehaviour | null) => void
  /** Fields that every later answer about a payment has instead. */
  answerWith: (fields: Record<string, unknown>) => void
  /** How often each call was carried out. */
  carriedOut: Record<Call, number>
  /** Forgets behaviours and counts. */
  reset: () => void
  close: () => Promise<void>
}

const API = '/rswebpaytransaction/api/webpay/v1.2/transactions'
const FORM = '/webpayserver/initTransaction'
const AUTHORIZATION_CODE = '1213'

export async function startWebpaySimulator(): Promise<WebpaySimulator> {
  const transactions = new Map<string, Transaction>()
  const behaviours = new Map<Call, Misbehaviour>()
  let odd: Record<string, unknown> = {}
  const carriedOut: Record<Call, number> = { create: 0, commit: 0, status: 0, refund: 0 }

  const decide: WebpaySimulator['decide'] = (token, decision) => {
    const transaction = transactions.get(token)
    if (!transaction) throw new Error('no such transaction')
    // A card is charged once, whatever the member clicks afterwards.
    if (transaction.decision !== 'approve') {
      transaction.decision = decision === 'uncertain' ? 'approve' : decision
    }
    if (decision === 'uncertain') transaction.uncertainUntil = Date.now() + UNCERTAIN_MS
    return returnAddress(token, transaction, decision)
  }

  const server = createServer(async (request, response) => {
    try {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
      if (pathname.startsWith(API)) return await answerApi(request, response, pathname)
      const fields = new URLSearchParams(request.method === 'POST' ? await text(request) : '')
      const token = fields.get('token_ws') ?? searchParams.get('token_ws') ?? ''
      const transaction = transactions.get(token)
      if (!transaction) return send(response, 404, page('<p>No existe este pago.</p>'))
      const decision = fields.get('decision') as Decision | null
      if (decision === null) return send(response, 200, formPage(token, transaction))
      const address = new URL(decide(token, decision))
      if (fields.has('by_post')) return send(response, 200, returnPage(address))
      response.writeHead(303, { location: address.href }).end()
    } catch {
      if (!response.headersSent) response.writeHead(500)
      response.end()
    }
  })

  async function answerApi(request: IncomingMessage, response: ServerResponse, path: string) {
    const { 'tbk-api-key-id': id, 'tbk-api-key-secret': secret } = request.headers
    const { commerceCode, apiKey } = integrationCredentials
    if (id !== commerceCode || secret !== apiKey) {
      return sendJson(response, 401, { error_message: 'Not Authorized' })
    }
    const [, token = '', refunds] = path.slice(API.length).split('/')
    const call = callOf(request.method ?? '', token, refunds)
    const how = behaviours.get(call)
    if (how === 'error') return sendJson(response, 500, { error_message: 'Internal Server Error' })
    if (how === 'unauthorized') return sendJson(response, 401, { error_message: 'Not Authorized' })
    if (how === 'refused') return sendJson(response, 422, { error_message: 'Invalid status' })
    if (how === 'silent') return
    const body = JSON.parse((await text(request)) || '{}')
    const [status, answer] = carryOut(call, token, body)
    if (how === 'lost') return response.destroy()
    sendJson(response, status, answer)
  }

  function carryOut(
    call: Call,
    token: string,
    body: Record<string, unknown>,
  ): [status: number, answer: object] {
    if (call === 'create') {
      const made = randomBytes(32).toString('hex')
      transactions.set(made, {
        buyOrder: String(body.buy_order),
        sessionId: String(body.session_id),
        amount: Number(body.amount),
        returnUrl: String(body.return_url),
        status: 'INITIALIZED',
        decision: null,
        takenAt: null,
        uncertainUntil: 0,
      })
      carriedOut.create += 1
      return [200, { token: made, url: `${urlOf(server.address())}${FORM}` }]
    }
    const transaction = transactions.get(token)
    if (!transaction) return [404, { error_message: 'Not Found' }]
    if (call === 'commit') {
      if (transaction.status !== 'INITIALIZED' || !isDecided(transaction)) {
        return [422, { error_message: 'Transaction already locked by another process' }]
      }
      transaction.status = transaction.decision === 'approve' ? 'AUTHORIZED' : 'FAILED'
      transaction.takenAt = new Date()
    }
    if (call === 'refund') {
      if (transaction.status !== 'AUTHORIZED' || body.amount !== transaction.amount) {
        return [422, { error_message: 'Amount to refund is not valid' }]
      }
      transaction.status = 'REVERSED'
      carriedOut.refund += 1
      return [200, { type: 'REVERSED' }]
    }
    carriedOut[call] += 1
    if (Date.now() < transaction.uncertainUntil) return [500, { error_message: 'Try later' }]
    return [200, { ...resultOf(transaction), ...odd }]
  }

  await new Promise<void>((done) => server.listen(0, 'localhost', done))
  return {
    url: urlOf(server.address()),
    transactions,
    decide,
    behave: (call, how) => {
      if (how === null) behaviours.delete(call)
      else behaviours.set(call, how)
    },
    answerWith: (fields) => {
      odd = fields
    },
    carriedOut,
    reset: () => {
      behaviours.clear()
      odd = {}
      Object.assign(carriedOut, { create: 0, commit: 0, status: 0, refund: 0 })
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

function urlOf(address: AddressInfo | string | null): string {
  return typeof address === 'object' && address ? `http://localhost:${address.port}` : ''
}

function callOf(method: string, token: string, refunds: string | undefined): Call {
  if (refunds !== undefined) return 'refund'
  if (token === '') return 'create'
  return method === 'PUT' ? 'commit' : 'status'
}

function isDecided({ decision }: Transaction): boolean {
  return decision === 'approve' || decision === 'reject'
}

function resultOf({ status, buyOrder, sessionId, amount, takenAt }: Transaction) {
  const isEnded = status !== 'INITIALIZED'
  return {
    status,
    amount,
    buy_order: buyOrder,
    session_id: sessionId,
    accounting_date: '1127',
    transaction_date: (takenAt ?? new Date()).toISOString(),
    installments_number: 0,
    ...(isEnded && {
      vci: 'TSY',
      card_detail: { card_number: '6623' },
      payment_type_code: 'VD',
      response_code: status === 'FAILED' ? -1 : 0,
      authorization_code: status === 'FAILED' ? '000000' : AUTHORIZATION_CODE,
    }),
  }
}

/** As Webpay returns: approved and rejected with `token_ws`, cancelled with `TBK_TOKEN`, too late without any. */
function returnAddress(token: string, transaction: Transaction, decision: Decision): string {
  const address = new URL(transaction.returnUrl)
  const { buyOrder, sessionId } = transaction
  if (decision === 'approve' || decision === 'uncertain' || decision === 'reject')
    address.searchParams.set('token_ws', token)
  else {
    if (decision === 'cancel') address.searchParams.set('TBK_TOKEN', token)
    address.searchParams.set('TBK_ORDEN_COMPRA', buyOrder)
    address.searchParams.set('TBK_ID_SESION', sessionId)
  }
  return address.href
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function send(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(html)
}

const decisions: [Decision, string][] = [
  ['approve', 'Aprobar el pago'],
  ['uncertain', 'Aprobar, y no responder todavía'],
  ['reject', 'Rechazar el pago'],
  ['cancel', 'Anular y volver'],
  ['timeout', 'Dejar pasar el tiempo'],
]

function formPage(token: string, { amount, buyOrder }: Transaction): string {
  const buttons = decisions.map(
    ([decision, label]) => `<button name="decision" value="${decision}">${label}</button>`,
  )
  return page(`<p class="amount">${formatPesos(String(amount) as Pesos)}</p>
<p>Orden ${escaped(buyOrder)}. Aquí no se cobra nada: elige cómo termina el pago.</p>
<form method="post"><input type="hidden" name="token_ws" value="${escaped(token)}">${buttons.join('')}
<label><input type="checkbox" name="by_post"> Volver con un formulario (POST)</label></form>`)
}

/** Webpay returns by an address or by a form that sends itself. */
function returnPage({ origin, pathname, searchParams }: URL): string {
  const fields = [...searchParams].map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`,
  )
  return page(`<form method="post" action="${escaped(origin + pathname)}">${fields.join('')}</form>
<script>document.forms[0].submit()</script>`)
}

function page(content: string): string {
  return `<!doctype html><html lang="es-CL"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Simulador de Webpay</title>
<style>body{font:18px system-ui;max-width:26rem;margin:3rem auto;padding:0 1rem;color:#222}
.amount{font-size:2rem;font-weight:600;margin:.5rem 0}form{display:grid;gap:.75rem}
button{font:inherit;padding:.7rem;border:1px solid #888;border-radius:.5rem;background:#fff}</style>
<h1>Simulador de Webpay</h1>${content}</html>`
}

function escaped(value: string): string {
  return value.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
