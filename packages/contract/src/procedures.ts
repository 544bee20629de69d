import { z } from 'zod'
import { pageOf, pageQuery } from './paging.ts'
import { id, instant, text } from './text.ts'

/**
 * What can be asked for (spec §3). `documents` names what must be handed in, `document_amount` is
 * how many that are. The last three are for staff with `procedures.change_procedures` only.
 */
export const procedureSchema = z.object({
  id,
  title: z.string(),
  description: z.string(),
  document_amount: z.number().int().nonnegative(),
  documents: z.array(z.string()),
  answer_hours: z.number().int().positive().optional().meta({ description: 'horas hábiles' }),
  is_active: z.boolean().optional(),
  deleted_at: instant.nullable().optional(),
})

export type WireProcedure = z.infer<typeof procedureSchema>

export const proceduresQuery = pageQuery.extend({ title: text().optional() })
export const proceduresResponse = pageOf(procedureSchema)

export const procedureParams = z.object({ id })

/** `POST /api/procedures/`; `PATCH` takes any part of it. Limits: `domain/procedure-rules`. */
export const saveProcedure = z.object({
  title: text(1000),
  description: text(10_000),
  documents: z.array(text(1000)).max(50),
  answer_hours: z.number().int(),
  is_active: z.boolean(),
})
export const changeProcedure = saveProcedure.partial()

/** `POST /api/procedures/order/`: every living procedure, in the order in which members see them. */
export const orderProcedures = z.object({ ids: z.array(id).max(1000) })
