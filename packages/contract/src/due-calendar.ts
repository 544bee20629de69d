import { z } from 'zod'
import { binary, type EndpointTable, empty, instant, text } from './endpoint.ts'

export const endpoints = {
  'GET /api/due-calendar/': {
    access: 'client',
    summary: 'Si el calendario de vencimientos de quien ingresó tiene una dirección',
    answer: z.object({
      created_at: instant.nullable().meta({ description: 'null si no tiene' }),
      last_read_at: instant
        .nullable()
        .meta({ description: 'Cuándo la leyó un calendario por última vez' }),
    }),
  },
  'POST /api/due-calendar/': {
    access: 'client',
    summary:
      'Crear esa dirección; la anterior deja de servir. Pide haber confirmado la contraseña hace poco',
    status: 201,
    answer: z.object({
      key: z
        .string()
        .meta({ description: 'El secreto de la dirección, que no se vuelve a mostrar' }),
    }),
  },
  'DELETE /api/due-calendar/': {
    access: 'client',
    summary: 'Dejar de compartir el calendario',
    answer: empty,
  },
  // In the query, since no log has queries (docs/security.md 11.1, 11.110).
  'GET /api/due-calendar.ics': {
    access: 'public',
    summary: 'Los vencimientos de un socio, para el programa de calendario que tiene su dirección',
    query: z.object({ key: text(100).optional() }),
    answer: binary,
    file: 'text/calendar; charset=utf-8',
  },
} as const satisfies EndpointTable
