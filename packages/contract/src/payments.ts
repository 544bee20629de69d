import {
  MAX_REASON,
  orderStates,
  paymentChoices,
  paymentUnits,
} from '@carpeta/domain/payments/online-payment-rules'
import { z } from 'zod'
import {
  binary,
  type EndpointTable,
  id,
  instant,
  pageOf,
  pageQuery,
  sentence,
  text,
  wireDate,
} from './endpoint.ts'
import { candidateSchema, pesosText } from './payment-reports.ts'
import { person } from './requests.ts'

const paymentId = z.object({ id })
const uf = z.string().meta({ description: 'UF' })

/** A payment by Webpay, as the member who made it sees it. */
export const paymentSchema = z.object({
  id,
  /** The order as Webpay and accounting know it. */
  folio: z.string(),
  sale_code: z.string(),
  choice: z.enum(paymentChoices),
  /** The oldest and the latest date of the instalments; '' of another amount. */
  due_on: wireDate,
  last_due_on: wireDate,
  state: z.enum(orderStates),
  pesos: pesosText,
  uf,
  uf_value: z.string().meta({ description: 'pesos de una UF' }),
  uf_date: wireDate,
  created_at: instant,
  /** Null until Webpay authorised it. */
  authorized_at: instant.nullable(),
  authorization_code: z.string(),
  /** Webpay's code of the kind of payment. */
  card_type: z.string(),
  /** The last four digits. */
  card_digits: z.string(),
  instalments: z.number().int(),
  refunded_at: instant.nullable(),
  /** Webpay was asked to give it back, and has not said whether it did. */
  is_refund_uncertain: z.boolean(),
  /** The day of the payment in accounting; '' while accounting has none. */
  recorded_on: wireDate,
  payment_key: z.string().meta({ description: 'El pago en contabilidad; vacío mientras no está' }),
  /** Where the member pays: a form is sent to the address with `token_ws`. Only of one payment, while it is open. */
  redirect: z.object({ url: z.string(), token: z.string() }).nullable(),
})

export type OnlinePayment = z.infer<typeof paymentSchema>

const access = 'payments.match_payments'

const staffPaymentSchema = paymentSchema.omit({ redirect: true }).extend({
  project: z.string(),
  member: person.extend({ social_security: z.string() }),
  refund_reason: z.string(),
  /** What staff should look at: open for long, not in accounting after three business days, given back and still there, or in doubt whether given back. */
  is_late: z.boolean(),
  /** Nobody can pay it any more, or Webpay may have forgotten it: staff end it as expired. */
  may_expire: z.boolean(),
})

export type StaffPayment = z.infer<typeof staffPaymentSchema>

/** Unreadable filters are ignored. */
const filters = {
  /** States, separated by commas. */
  state: z.string().optional(),
  /** Part of the member's name or email, of the sale's code or of the folio, or a rut. */
  q: z.string().optional(),
  /** The first and the last day in Santiago. */
  from: z.string().optional(),
  to: z.string().optional(),
  /** 'true': only those that are late. */
  unrecorded: z.string().optional(),
}

export const paymentFilters = z.object(filters)
export const paymentsQuery = pageQuery.extend(filters)

export const endpoints = {
  'POST /api/payments/': {
    access: 'client',
    fieldErrors: true,
    summary: 'Empezar un pago en línea; una persona tiene uno abierto por venta a lo más',
    body: z.object({
      sale_code: text(500),
      choice: z.enum(paymentChoices),
      amount: text(20).optional(),
      unit: z.enum(paymentUnits).optional(),
    }),
    status: 201,
    answer: paymentSchema,
    errors: { 403: sentence, 503: sentence },
  },
  'GET /api/payments/own/': {
    access: 'client',
    inView: true,
    summary: 'Los pagos en línea de quien ingresó, el último primero',
    answer: z.object({
      /** Whether the cooperative takes payments online. */
      available: z.boolean(),
      results: z.array(paymentSchema),
      /** The payments that others began for the sales that the caller reads, and that have not ended. */
      begun_by_others: z.array(z.object({ sale_code: z.string(), created_at: instant })),
      /** The payments of the sales that the caller reads, by anybody, that are not in accounting yet. */
      unrecorded: z.array(
        z.object({
          sale_code: z.string(),
          choice: z.enum(paymentChoices),
          /** The oldest and the latest date of the instalments; '' of another amount. */
          due_on: wireDate,
          last_due_on: wireDate,
          /** The day of the choice: overdue instalments were due before it. */
          chosen_on: wireDate,
          paid_on: wireDate,
          pesos: pesosText,
          uf,
          is_own: z.boolean(),
          /** Of the caller's own; null of somebody else's. */
          id: id.nullable(),
          /** When accounting has it as a rule: three business days later, by the cooperative's calendar. */
          record_by: wireDate,
        }),
      ),
    }),
  },
  'GET /api/payments/csv/': {
    access,
    summary:
      'Los pagos en línea en CSV, para contabilidad; pide haber confirmado la contraseña hace poco',
    query: paymentFilters,
    answer: binary,
    file: 'text/csv',
  },
  'GET /api/payments/:id/': {
    access: 'client',
    inView: true,
    summary: 'Un pago en línea propio',
    params: paymentId,
    answer: paymentSchema,
  },
  'POST /api/payments/:id/return/': {
    access: 'client',
    summary: 'La vuelta desde Webpay, con los campos que agrega a la dirección',
    params: paymentId,
    body: z
      .object({
        token_ws: text(100),
        TBK_TOKEN: text(100),
        TBK_ORDEN_COMPRA: text(100),
        TBK_ID_SESION: text(100),
      })
      .partial(),
    answer: paymentSchema,
  },
  'GET /api/payments/:id/receipt/': {
    access: 'client',
    inView: true,
    summary: 'El comprobante de un pago aprobado, en PDF',
    params: paymentId,
    answer: binary,
    file: 'application/pdf',
  },

  'GET /api/payments/': {
    access,
    summary: 'Los pagos en línea de los socios',
    query: paymentsQuery,
    answer: pageOf(staffPaymentSchema).extend({
      /** What was authorised, by day in Santiago, under the same filters; the newest 31 days. */
      totals: z.array(z.object({ date: wireDate, count: z.number().int(), pesos: pesosText })),
      /** Payments by state, under the same filters except the state and `unrecorded`. */
      counts: z.record(z.string(), z.number().int()),
      /** What the filter `unrecorded` finds, under the same filters as `counts`. */
      unrecorded: z.number().int(),
    }),
  },
  'POST /api/payments/:id/refund/': {
    access,
    summary: 'Devolver un pago completo a la tarjeta, con el motivo',
    params: paymentId,
    body: z.object({
      reason: text(MAX_REASON),
      /** It was given back already, by Transbank's portal or a call whose answer was lost: it is only recorded. */
      is_done: z.boolean().optional(),
    }),
    answer: staffPaymentSchema,
    errors: { 409: sentence, 503: sentence },
  },
  'POST /api/payments/:id/expire/': {
    access,
    summary: 'Dar por vencido un pago que nadie hizo o que Webpay ya no conoce, con el motivo',
    params: paymentId,
    body: z.object({ reason: text(MAX_REASON) }),
    answer: staffPaymentSchema,
    errors: { 409: sentence, 503: sentence },
  },
  'GET /api/payments/:id/candidates/': {
    access,
    summary:
      'Los pagos de la venta en contabilidad que pueden ser este: desde su día, y que no son otro; el más parecido primero',
    params: paymentId,
    answer: z.object({ results: z.array(candidateSchema) }),
  },
  'POST /api/payments/:id/match/': {
    access,
    summary: 'Decir cuál pago de contabilidad es un pago en línea',
    params: paymentId,
    body: z.object({ payment_key: text(500) }),
    answer: staffPaymentSchema,
    errors: { 409: sentence },
  },
  'POST /api/payments/:id/unmatch/': {
    access,
    summary: 'Deshacer cuál pago de contabilidad es un pago en línea, con el motivo',
    params: paymentId,
    body: z.object({ reason: text(MAX_REASON) }),
    answer: staffPaymentSchema,
    errors: { 409: sentence },
  },
} as const satisfies EndpointTable
