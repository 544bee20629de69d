import { z } from 'zod'
import { pageOf } from './paging.ts'
import { id } from './text.ts'

export const procedureSchema = z.object({
  id,
  title: z.string(),
  description: z.string(),
  document_amount: z.number().int().nonnegative(),
})

export const proceduresResponse = pageOf(procedureSchema)
