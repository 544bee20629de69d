import type { answerTemplateForm, answerTemplateSchema } from '@carpeta/contract/staff-requests'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { answered } from './client/answered.ts'

export type AnswerTemplate = z.infer<typeof answerTemplateSchema>
export type AnswerTemplateFields = z.infer<typeof answerTemplateForm>

export const TEMPLATES = 'answer-templates'

/** The texts from which staff can start an answer. */
export const templatesQuery = queryOptions({
  queryKey: [TEMPLATES],
  queryFn: async ({ signal }) => (await answered('GET /api/answer-templates/', { signal })).results,
})

/** Without an id it creates a template. */
export async function saveTemplate(id: number | null, body: AnswerTemplateFields): Promise<void> {
  if (id === null) await answered('POST /api/answer-templates/', { body })
  else await answered('PATCH /api/answer-templates/:id/', { params: { id }, body })
}

export async function removeTemplate(id: number): Promise<void> {
  await answered('DELETE /api/answer-templates/:id/', { params: { id } })
}
