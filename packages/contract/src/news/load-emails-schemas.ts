import { z } from 'zod'
import type { Definition } from '../endpoint.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { id, instant, text } from '../text.ts'

const access = 'sales.import_sales'
const params = z.object({ id })
const count = z.int().nonnegative()

/** `waiting` includes those that a job is about to send. */
export const newsEmailStates = ['waiting', 'sent', 'failed', 'cancelled'] as const

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
  is_undone: z.boolean(),
  waiting: count,
  sent: count,
  failed: count,
  cancelled: count,
})

export type LoadEmail = z.infer<typeof loadEmailSchema>
export type LoadEmailsSummary = z.infer<typeof summarySchema>

export const definitions = {
  listLoadEmails: {
    access,
    summary: 'Los correos con novedades de una carga: a quién, y qué respondió su servidor',
    params,
    query: pageQuery.extend({ state: text(20).optional() }),
    answer: pageOf(loadEmailSchema).extend({ summary: summarySchema }),
  },
  pauseLoadEmails: {
    access,
    summary: 'Poner en pausa los correos de una carga que no han salido',
    params,
    answer: summarySchema,
  },
  sendLoadEmails: {
    access,
    summary: 'Enviar ahora los correos en pausa de una carga',
    params,
    answer: summarySchema,
  },
} as const satisfies Record<string, Definition>
