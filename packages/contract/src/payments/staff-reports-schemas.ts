import { MAX_DECLINE_REASON } from '@carpeta/domain/payments/payment-report-rules'
import { z } from 'zod'
import type { Definition } from '../endpoint.ts'
import { sentence } from '../errors.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { person } from '../requests/request-schemas.ts'
import { id, instant, text, wireDate } from '../text.ts'
import { paymentReportSchema, pesosText, reportId } from './report-schemas.ts'

const access = 'payments.match_payments'

export const reportsQuery = pageQuery.extend({
  /** States, separated by commas. */
  state: z.string().optional(),
  /** Part of a name, or a rut. */
  member: z.string().optional(),
  sale: z.string().optional().meta({ description: 'código' }),
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
})

export type PaymentReportRow = z.infer<typeof reportRowSchema>

/** A payment of the sale in accounting. */
const paymentSchema = z.object({
  key: z.string(),
  deposited_on: wireDate,
  amount_uf: z.string().meta({ description: 'UF, o vacío' }),
  document_type: z.string(),
  /** By the UF of that day; null where the portal does not know it. */
  pesos: pesosText.nullable(),
})

const candidateSchema = paymentSchema.extend({ fit: z.enum(['match', 'near', 'other']) })

/** A reported payment as staff see it. */
export const staffReportSchema = paymentReportSchema.extend({
  project: z.string(),
  member: member.extend({ email: z.string() }),
  handler: person.nullable(),
  /** Of a confirmed report; null if accounting no longer has it. */
  payment: paymentSchema.nullable(),
  /** Payments of the sale that confirm no report yet, the best fit first. Only of a pending report. */
  candidates: z.array(candidateSchema),
})

export type StaffPaymentReport = z.infer<typeof staffReportSchema>
export type PaymentCandidate = z.infer<typeof candidateSchema>

export const definitions = {
  listPaymentReports: {
    access,
    summary: 'Los pagos que informaron los socios',
    query: reportsQuery,
    // `counts`: the number of reports in each state, under the same filters except the state.
    answer: pageOf(reportRowSchema).extend({
      counts: z.record(z.string(), z.number().int().nonnegative()),
    }),
  },
  getPaymentReport: {
    access,
    summary: 'Un pago informado, con los pagos de la venta que podrían ser ese',
    params: reportId,
    answer: staffReportSchema,
  },
  confirmPaymentReport: {
    access,
    summary: 'Confirmar un pago informado con un pago de la venta',
    params: reportId,
    body: z.object({ payment_key: text(500) }),
    answer: staffReportSchema,
    errors: { 409: sentence },
  },
  declinePaymentReport: {
    access,
    summary: 'Rechazar un pago informado, con el motivo para el socio',
    params: reportId,
    body: z.object({ reason: text(MAX_DECLINE_REASON) }),
    answer: staffReportSchema,
    errors: { 409: sentence },
  },
} as const satisfies Record<string, Definition>
