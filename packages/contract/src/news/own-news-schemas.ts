import { newsKinds } from '@carpeta/domain/news/news-rules'
import { z } from 'zod'
import { empty } from '../answers.ts'
import type { Definition } from '../endpoint.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { id, instant, wireDate } from '../text.ts'

export const newsSchema = z.object({
  id,
  kind: z.enum(newsKinds),
  /** The step of the deed, the payment's key or the due date. */
  subject: z.string(),
  /** Of the step, the payment or the instalment. */
  date: wireDate,
  /** The code of the sale, and a name for it. */
  sale: z.string(),
  sale_name: z.string(),
  told_at: instant,
  read_at: instant.nullable(),
})

export type WireNews = z.infer<typeof newsSchema>

export const definitions = {
  listOwnNews: {
    access: 'client',
    inView: true,
    summary: 'Las novedades de las ventas del socio, las últimas primero',
    query: pageQuery,
    answer: pageOf(newsSchema).extend({ unread: z.int().nonnegative() }),
  },
  readOwnNews: {
    access: 'client',
    summary: 'Marcar como leídas una novedad y las anteriores; de nuevo no cambia nada',
    body: z.object({ through: id }),
    answer: empty,
  },
} as const satisfies Record<string, Definition>
