import { z } from 'zod'
import { empty } from '../answers.ts'
import type { Definition } from '../endpoint.ts'
import { id, text } from '../text.ts'
import { comment } from './request-schemas.ts'

const access = 'requests.answer_requests'
const params = z.object({ id })

export const answerTemplateSchema = z.object({ id, title: z.string(), body: z.string() })
export const answerTemplateForm = z.object({ title: text(200), body: comment })

export const definitions = {
  listAnswerTemplates: {
    access,
    summary: 'Las plantillas de respuesta',
    answer: z.object({ results: z.array(answerTemplateSchema) }),
  },
  createAnswerTemplate: {
    access,
    summary: 'Crear una plantilla',
    fieldErrors: true,
    body: answerTemplateForm,
    status: 201,
    answer: answerTemplateSchema,
  },
  changeAnswerTemplate: {
    access,
    summary: 'Cambiar una plantilla',
    fieldErrors: true,
    params,
    body: answerTemplateForm.partial(),
    answer: answerTemplateSchema,
  },
  deleteAnswerTemplate: { access, summary: 'Eliminar una plantilla', params, answer: empty },
} as const satisfies Record<string, Definition>
