import { z } from 'zod'
import { binary } from '../answers.ts'
import type { Definition } from '../endpoint.ts'
import { sentence } from '../errors.ts'
import { text } from '../text.ts'
import { paymentReportSchema, reportId } from './report-schemas.ts'

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

export const definitions = {
  getPaymentAccount: {
    access: 'client',
    inView: true,
    summary: 'La cuenta de la cooperativa a la que se transfiere',
    answer: paymentAccountSchema,
  },
  listOwnPaymentReports: {
    access: 'client',
    inView: true,
    summary: 'Los pagos que informó quien ingresó, el último primero',
    answer: z.object({ results: z.array(paymentReportSchema) }),
  },
  reportPayment: {
    access: 'client',
    summary: 'Informar un pago (multipart: sale_code, paid_on, amount, comment y document)',
    upload: reportFields,
    status: 201,
    answer: paymentReportSchema,
    errors: { 409: sentence, 507: sentence },
  },
  cancelPaymentReport: {
    access: 'client',
    summary: 'Anular un pago informado que nadie validó aún',
    params: reportId,
    answer: paymentReportSchema,
    errors: { 409: sentence },
  },
  downloadReceipt: {
    access: 'user',
    inView: true,
    summary: 'Descargar el comprobante de un pago informado',
    params: reportId,
    answer: binary,
    file: 'application/octet-stream',
  },
} as const satisfies Record<string, Definition>
