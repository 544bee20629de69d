import { z } from 'zod'
import type { Definition } from '../endpoint.ts'
import { sentence } from '../errors.ts'
import { id } from '../text.ts'
import { comment, memberRequestSchema } from './request-schemas.ts'

/** The common part of a member's actions on an own request. */
const action = {
  access: 'client',
  params: z.object({ id }),
  answer: memberRequestSchema,
  errors: { 409: sentence },
} as const
const withText = z.object({ text: comment })
const count = z.number().int().nonnegative()

export const definitions = {
  commentOnRequest: {
    ...action,
    summary: 'Agregar un comentario mientras la revisan',
    body: withText,
  },
  respondToAnswer: {
    ...action,
    summary: 'Responder a la respuesta, dentro de diez días',
    body: withText,
  },
  rateAnswer: {
    ...action,
    summary: 'Decir si la respuesta sirvió; se puede cambiar',
    body: z.object({ helped: z.boolean() }),
  },
  listRatings: {
    access: 'requests.answer_requests',
    summary: 'Si las respuestas del último año sirvieron, por trámite',
    answer: z.object({
      results: z.array(
        z.object({
          procedure_id: id,
          title: z.string(),
          answers: count,
          helped: count,
          not_helped: count,
        }),
      ),
    }),
  },
} as const satisfies Record<string, Definition>
