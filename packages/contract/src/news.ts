import { newsKinds } from '@carpeta/domain/news/news-rules'
import { z } from 'zod'
import {
  type EndpointTable,
  empty,
  id,
  instant,
  pageOf,
  pageQuery,
  sentence,
  text,
  wireDate,
} from './endpoint.ts'

const newsSchema = z.object({
  id,
  kind: z.enum(newsKinds),
  /** The step of the deed, the payment's key, the due date or the title of the document. */
  subject: z.string(),
  /** Date of the step, the payment, the instalment or the document. */
  date: wireDate,
  /** The code of the sale, and a name for it. */
  sale: z.string(),
  sale_name: z.string(),
  told_at: instant,
  read_at: instant.nullable(),
})

export type WireNews = z.infer<typeof newsSchema>

const access = 'sales.import_sales'
const params = z.object({ id })
const count = z.int().nonnegative()

/** `waiting` includes those that a job is about to send. */
const newsEmailStates = ['waiting', 'sent', 'failed', 'cancelled'] as const

const loadEmailSchema = z.object({
  id,
  user_id: id,
  name: z.string(),
  email: z.string(),
  state: z.enum(newsEmailStates),
  /** The mail server's answer. */
  failure: z.string(),
  /** How many news the email has. */
  news: count,
  /** Of the last change of its state. */
  at: instant,
})

const summarySchema = z.object({
  /** No email goes out until staff send them. */
  is_paused: z.boolean(),
  is_held: z
    .boolean()
    .meta({ description: 'La carga espera que se deshaga: no sale ningún correo' }),
  is_undone: z.boolean(),
  waiting: count,
  sent: count,
  failed: count,
  cancelled: count,
})

export type LoadEmail = z.infer<typeof loadEmailSchema>
export type LoadEmailsSummary = z.infer<typeof summarySchema>

export const endpoints = {
  'GET /api/client/news/': {
    access: 'client',
    inView: true,
    summary: 'Las novedades de las ventas del socio, las últimas primero',
    query: pageQuery,
    answer: pageOf(newsSchema).extend({ unread: z.int().nonnegative() }),
  },
  'POST /api/client/news/read/': {
    access: 'client',
    summary: 'Marcar como leídas una novedad y las anteriores; de nuevo no cambia nada',
    body: z.object({ through: id }),
    answer: empty,
  },

  'GET /api/loads/:id/emails/': {
    access,
    summary: 'Los correos con novedades de una carga: a quién, y qué respondió su servidor',
    params,
    query: pageQuery.extend({ state: text(20).optional() }),
    answer: pageOf(loadEmailSchema).extend({ summary: summarySchema }),
  },
  'POST /api/loads/:id/emails/pause/': {
    access,
    summary: 'Poner en pausa los correos de una carga que no han salido',
    params,
    answer: summarySchema,
  },
  'POST /api/loads/:id/emails/send/': {
    access,
    summary: 'Enviar ahora los correos en pausa de una carga',
    params,
    answer: summarySchema,
    errors: { 409: sentence },
  },
} as const satisfies EndpointTable
