import { helpTopics } from '@carpeta/domain/help/help-page-rules'
import { z } from 'zod'
import { type EndpointTable, empty, id, position, sentence, text } from './endpoint.ts'

const access = 'announcements.publish_announcements'
const params = z.object({ id })
const topic = z.enum(helpTopics)
const version = z.int().nonnegative()

const helpPageSchema = z.object({
  id,
  topic,
  title: z.string(),
  /** Plain text; empty lines separate its paragraphs. */
  body: z.string(),
  version,
})

/** `help-page-rules.ts` has the stricter limits of the form. */
const helpPageForm = z.object({ topic, title: text(1000), body: text(20_000) })

export type HelpPage = z.infer<typeof helpPageSchema>

export const endpoints = {
  'GET /api/help-pages/': {
    access: 'user',
    inView: true,
    summary: 'Las páginas que la cooperativa agregó a la ayuda',
    answer: z.object({ results: z.array(helpPageSchema) }),
  },
  'POST /api/help-pages/': {
    access,
    summary: 'Agregar una página a la ayuda',
    fieldErrors: true,
    body: helpPageForm,
    status: 201,
    answer: helpPageSchema,
  },
  'PATCH /api/help-pages/:id/': {
    access,
    summary: 'Cambiar una página de la ayuda; con la versión que se leyó',
    fieldErrors: true,
    errors: { 409: sentence },
    params,
    body: helpPageForm.extend({ version }),
    answer: helpPageSchema,
  },
  'DELETE /api/help-pages/:id/': {
    access,
    summary: 'Eliminar una página de la ayuda; con la versión que se leyó',
    errors: { 409: sentence },
    params,
    query: z.object({ version: position }),
    answer: empty,
  },
} as const satisfies EndpointTable
