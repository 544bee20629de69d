import { z } from 'zod'
import { binary, type EndpointTable, instant, text } from './endpoint.ts'

const params = z.object({ code: text(500) })

/** The first and the last day of what is due and was paid; without them, of the whole sale. */
const query = z.object({ from: text(10).optional(), to: text(10).optional() })

export const endpoints = {
  'GET /api/sales/:code/statement.pdf': {
    access: 'client',
    inView: true,
    summary: 'El estado de cuenta en papel',
    params,
    query,
    answer: binary,
    file: 'application/pdf',
  },
  'GET /api/sales/:code/certificate.pdf': {
    access: 'client',
    inView: true,
    summary: 'El certificado de deuda y pagos de una compra, con su folio',
    params,
    answer: binary,
    file: 'application/pdf',
  },
  'GET /api/sales/:code/statement.csv': {
    access: 'client',
    inView: true,
    summary: 'El estado de cuenta como planilla',
    params,
    query,
    answer: binary,
    file: 'text/csv; charset=utf-8',
  },
  'GET /api/statements/:folio/': {
    access: 'public',
    summary: 'Si un estado de cuenta o un certificado en papel sigue vigente',
    params: z.object({ folio: text(40) }),
    answer: z.object({
      folio: z.string(),
      issued_at: instant,
      /** Whether accounting still has the figures of the paper. */
      is_current: z.boolean(),
      /** What a current paper prints, with the holder's name and rut masked: a file can be altered, this cannot. */
      printed: z.array(z.object({ label: z.string(), value: z.string() })),
    }),
  },
} as const satisfies EndpointTable
