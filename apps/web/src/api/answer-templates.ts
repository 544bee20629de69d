import type { answerTemplateSchema, saveAnswerTemplate } from '@carpeta/contract/requests'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { answered } from './answered.ts'
import { change, create, remove } from './resources.ts'

export type AnswerTemplate = z.infer<typeof answerTemplateSchema>
export type AnswerTemplateFields = z.infer<typeof saveAnswerTemplate>

export const TEMPLATES = 'answer-templates'

/** Texts that staff start an answer from. */
export const templatesQuery = queryOptions({
  queryKey: [TEMPLATES],
  queryFn: async ({ signal }) => {
    const path = `/api/${TEMPLATES}/`
    return (await answered<{ results: AnswerTemplate[] }>('GET', path, { signal })).results
  },
})

/** A new one without an id. */
export async function saveTemplate(id: number | null, fields: AnswerTemplateFields): Promise<void> {
  await (id === null ? create(TEMPLATES, fields) : change(TEMPLATES, id, fields))
}

export function removeTemplate(id: number): Promise<void> {
  return remove(TEMPLATES, id)
}
