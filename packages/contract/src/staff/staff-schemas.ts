import { z } from 'zod'
import type { Definition } from '../endpoint.ts'

const count = z.number().int().nonnegative()

/** What awaits the caller; a part is absent without its permission. */
const workCountsSchema = z.object({
  requests: z.object({ sent: count, overdue: count, mine: count, unassigned: count }).optional(),
  payment_reports: z.object({ reported: count }).optional(),
  loads: z
    .object({
      with_rejects: count.meta({ description: 'Desde la última carga sin rechazos' }),
    })
    .optional(),
  users: z.object({ failed_emails: count }).optional(),
})

export type WorkCounts = z.infer<typeof workCountsSchema>

export const definitions = {
  getWorkCounts: {
    access: 'user',
    summary: 'Cuánto espera a quien pregunta, según sus permisos',
    answer: workCountsSchema,
  },
} as const satisfies Record<string, Definition>
