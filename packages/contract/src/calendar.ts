import { z } from 'zod'
import { type EndpointTable, empty, text } from './endpoint.ts'

export const holidaySchema = z.object({
  date: z.string().meta({ description: 'YYYY-MM-DD' }),
  name: z.string(),
  /** False for a national holiday on which the cooperative is open. */
  is_closed: z.boolean(),
  /** Whether the cooperative set it. */
  is_own: z.boolean(),
})

const access = 'procedures.change_procedures'

export const endpoints = {
  'GET /api/holidays/': {
    access,
    summary: 'Los feriados de un año',
    fieldErrors: true,
    query: z.object({ year: z.string().optional() }),
    answer: z.object({ results: z.array(holidaySchema) }),
  },
  'POST /api/holidays/': {
    access,
    summary: 'Cerrar un día, o atender en un feriado del país',
    fieldErrors: true,
    body: z.object({ date: text(10), name: text(200).default(''), is_closed: z.boolean() }),
    answer: holidaySchema,
  },
  'DELETE /api/holidays/:date/': {
    access,
    summary: 'Volver a lo que dice el calendario del país',
    fieldErrors: true,
    params: z.object({ date: text(10) }),
    answer: empty,
  },
} as const satisfies EndpointTable
