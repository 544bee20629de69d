import { empty } from '@carpeta/contract/auth'
import { errorResponses } from '@carpeta/contract/errors'
import {
  answerTemplateSchema,
  answerTemplatesResponse,
  saveAnswerTemplate,
} from '@carpeta/contract/requests'
import { id } from '@carpeta/contract/text'
import { z } from 'zod'
import type { Api } from '../../app.ts'
import { actorOf } from '../../http/actor.ts'
import { listTemplates } from './answer-templates-store.ts'
import { removeTemplate } from './delete-answer-template.ts'
import { changeTemplate, createTemplate } from './save-answer-template.ts'

const access = 'requests.answer_requests' as const
const params = z.object({ id })

/** Texts that staff start an answer from. */
export function answerTemplatesRoutes({ app, db }: Api): void {
  app.get(
    '/api/answer-templates/',
    {
      config: { access },
      schema: {
        summary: 'Las plantillas de respuesta',
        response: { ...errorResponses, 200: answerTemplatesResponse },
      },
    },
    async () => ({ results: await listTemplates(db) }),
  )

  app.post(
    '/api/answer-templates/',
    {
      config: { access, fieldErrors: true },
      schema: {
        summary: 'Crear una plantilla',
        body: saveAnswerTemplate,
        response: { ...errorResponses, 201: answerTemplateSchema },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await createTemplate(db, actorOf(request), request.body)),
  )

  app.patch(
    '/api/answer-templates/:id/',
    {
      config: { access, fieldErrors: true },
      schema: {
        summary: 'Cambiar una plantilla',
        params,
        body: saveAnswerTemplate.partial(),
        response: { ...errorResponses, 200: answerTemplateSchema },
      },
    },
    (request) => changeTemplate(db, actorOf(request), request.params.id, request.body),
  )

  app.delete(
    '/api/answer-templates/:id/',
    {
      config: { access },
      schema: {
        summary: 'Eliminar una plantilla',
        params,
        response: { ...errorResponses, 200: empty },
      },
    },
    async (request) => {
      await removeTemplate(db, actorOf(request), request.params.id)
      return {}
    },
  )
}
