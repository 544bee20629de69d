import { paymentReportStates } from '@carpeta/domain/payments/payment-report-states'
import { z } from 'zod'
import { id, instant, wireDate } from '../text.ts'

export const reportId = z.object({ id })

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
  /** Null once the member's data are erased. */
  receipt: z
    .object({ name: z.string(), size: z.number().int().meta({ description: 'bytes' }) })
    .nullable(),
})

export type WirePaymentReport = z.infer<typeof paymentReportSchema>
