import { z } from 'zod'
import { binary, type EndpointTable } from './endpoint.ts'
import { instant, text } from './text.ts'

const params = z.object({ code: text(500) })

export const endpoints = {
  'GET /api/sales/:code/statement.pdf': {
    access: 'client',
    inView: true,
    summary: 'El estado de cuenta en papel',
    params,
    answer: binary,
    file: 'application/pdf',
  },
  'GET /api/sales/:code/statement.csv': {
    access: 'client',
    inView: true,
    summary: 'El estado de cuenta como planilla',
    params,
    answer: binary,
    file: 'text/csv; charset=utf-8',
  },
  'GET /api/statements/:folio/': {
    access: 'public',
    summary: 'Si un estado de cuenta en papel sigue vigente',
    params: z.object({ folio: text(40) }),
    answer: z.object({
      folio: z.string(),
      issued_at: instant,
      /** Whether accounting still has the figures of the statement. */
      is_current: z.boolean(),
    }),
  },
} as const satisfies EndpointTable
