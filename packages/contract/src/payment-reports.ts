import { MAX_REASON } from '@carpeta/domain/payments/online-payment-rules'
import { MAX_DECLINE_REASON } from '@carpeta/domain/payments/payment-report-rules'
import {
  MAX_CONFIRMING_PAYMENTS,
  paymentReportStates,
} from '@carpeta/domain/payments/payment-report-states'
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
import { person } from './requests.ts'

const reportId = z.object({ id })

/** Exact decimal text. */
export const pesosText = z.string().meta({ description: 'pesos, sin decimales' })

/** A payment that a member reported, as the member sees it. */
export const paymentReportSchema = z.object({
  id,
  sale_code: z.string(),
  paid_on: wireDate,
  amount: pesosText,
  comment: z.string(),
  state: z.enum(paymentReportStates),
  /** Why it was declined. */
  reason: z.string(),
  reported_at: instant,
  closed_at: instant.nullable(),
  payment_key: z
    .string()
    .meta({ description: 'El pago en contabilidad que lo confirma; vacío sin uno' }),
  further_keys: z
    .array(z.string())
    .meta({ description: 'Los demás, si contabilidad lo registró en varios pagos' }),
  /** Null once the member's data are erased. */
  receipt: z
    .object({ name: z.string(), size: z.number().int().meta({ description: 'bytes' }) })
    .nullable(),
})

export type WirePaymentReport = z.infer<typeof paymentReportSchema>

/** Judged by the rules of the domain, whose sentences belong to a field. */
export const reportFields = z.object({
  sale_code: text(500),
  paid_on: text(10).default(''),
  amount: text(20).default(''),
  comment: text().default(''),
})

/** Null unless the cooperative has set its account (`PAYMENT_…`). */
const paymentAccountSchema = z.object({
  account: z
    .object({
      bank: z.string(),
      account_type: z.string(),
      number: z.string(),
      holder: z.string(),
      rut: z.string(),
      email: z.string(),
    })
    .nullable(),
})

const access = 'payments.match_payments'

export const reportsQuery = pageQuery.extend({
  /** States, separated by commas. */
  state: z.string().optional(),
  /** '1': confirmed with a payment that accounting no longer has, whatever the states. */
  gone: z.string().optional(),
  /** Part of the member's name or email, or of the sale's code, or a rut. */
  q: z.string().optional(),
})

const member = person.extend({ social_security: z.string() })

const reportRowSchema = z.object({
  id,
  state: paymentReportSchema.shape.state,
  sale_code: z.string(),
  project: z.string(),
  member,
  paid_on: wireDate,
  amount: pesosText,
  reported_at: instant,
  closed_at: instant.nullable(),
  /** Whether accounting has a payment that fits a pending report. */
  has_match: z.boolean(),
  /** Whether it was confirmed with a payment that accounting no longer has. */
  is_payment_gone: z.boolean(),
})

export type PaymentReportRow = z.infer<typeof reportRowSchema>

/** A payment of the sale in accounting. */
const accountingPaymentSchema = z.object({
  key: z.string(),
  deposited_on: wireDate,
  amount_uf: z.string().meta({ description: 'UF, o vacío' }),
  document_type: z.string(),
  /** By the UF of that day; null where the portal does not know it. */
  pesos: pesosText.nullable(),
})

export const candidateSchema = accountingPaymentSchema.extend({
  fit: z.enum(['match', 'near', 'other']),
})

/** A reported payment as staff see it. */
const staffReportSchema = paymentReportSchema.extend({
  project: z.string(),
  member: member.extend({ email: z.string() }),
  phone: z.string().meta({
    description:
      'Del socio; vacío si contabilidad no lo informa, la venta es de otro titular, o sin permiso para ver ventas',
  }),
  /** Accounting names another holder of the sale, whose payments the candidates may be. */
  is_former_holder: z.boolean(),
  /** The reported amount by the UF of that day; null where the portal does not know it. */
  amount_uf: z.string().nullable(),
  handler: person.nullable(),
  /** The matched payment of a confirmed report; null if accounting no longer has it. */
  payment: accountingPaymentSchema.nullable(),
  /** Those that confirm it together with that one. */
  further_payments: z.array(accountingPaymentSchema),
  /** Payments of the sale that confirm no report yet, the best fit first. Only of a pending report. */
  candidates: z.array(candidateSchema),
})

export type StaffPaymentReport = z.infer<typeof staffReportSchema>
export type PaymentCandidate = z.infer<typeof candidateSchema>

export const endpoints = {
  'GET /api/payment-account/': {
    access: 'client',
    inView: true,
    summary: 'La cuenta de la cooperativa a la que se transfiere',
    answer: paymentAccountSchema,
  },
  'GET /api/payment-reports/own/': {
    access: 'client',
    inView: true,
    summary: 'Los pagos que informó quien ingresó, el último primero',
    answer: z.object({ results: z.array(paymentReportSchema) }),
  },
  'POST /api/payment-reports/': {
    access: 'client',
    summary: 'Informar un pago (multipart: sale_code, paid_on, amount, comment y document)',
    upload: reportFields,
    status: 201,
    answer: paymentReportSchema,
    errors: { 409: sentence, 507: sentence },
  },
  'POST /api/payment-reports/:id/cancel/': {
    access: 'client',
    summary: 'Anular un pago informado que nadie validó aún',
    params: reportId,
    answer: paymentReportSchema,
    errors: { 409: sentence },
  },
  'GET /api/payment-reports/:id/receipt/': {
    access: 'user',
    inView: true,
    summary: 'Descargar el comprobante de un pago informado',
    params: reportId,
    answer: binary,
    file: 'application/octet-stream',
  },

  'GET /api/payment-reports/': {
    access,
    summary: 'Los pagos que informaron los socios',
    query: reportsQuery,
    // `counts`: the number of reports in each state, under the search alone; `gone`: of those confirmed.
    answer: pageOf(reportRowSchema).extend({
      counts: z.record(z.string(), z.number().int().nonnegative()),
      gone: z.number().int().nonnegative(),
    }),
  },
  'GET /api/payment-reports/:id/': {
    access,
    summary: 'Un pago informado, con los pagos de la venta que podrían ser ese',
    params: reportId,
    answer: staffReportSchema,
  },
  'GET /api/payment-reports/:id/receipt/pages/:page/': {
    access,
    summary: 'Una página del comprobante como imagen; X-Page-Count dice cuántas tiene',
    params: reportId.extend({ page: id }),
    answer: binary,
    file: 'image/png',
    errors: { 422: sentence },
  },
  'POST /api/payment-reports/:id/confirm/': {
    access,
    summary: 'Confirmar un pago informado con un pago de la venta',
    params: reportId,
    body: z.object({
      payment_key: text(500),
      further_keys: z
        .array(text(500))
        .max(MAX_CONFIRMING_PAYMENTS - 1)
        .default([])
        .meta({ description: 'Los demás pagos que juntos son el informado' }),
      differs: z
        .boolean()
        .default(false)
        .meta({ description: 'Confirmarlo aunque no coincida en fecha y monto' }),
    }),
    answer: staffReportSchema,
    errors: { 409: sentence },
  },
  'POST /api/payment-reports/:id/unmatch/': {
    access,
    summary: 'Deshacer con qué pago de contabilidad se confirmó un pago informado, con el motivo',
    params: reportId,
    body: z.object({ reason: text(MAX_REASON) }),
    answer: staffReportSchema,
    errors: { 409: sentence },
  },
  'POST /api/payment-reports/:id/decline/': {
    access,
    summary: 'Rechazar un pago informado, con el motivo para el socio',
    params: reportId,
    body: z.object({ reason: text(MAX_DECLINE_REASON) }),
    answer: staffReportSchema,
    errors: { 409: sentence },
  },
} as const satisfies EndpointTable
