import { z } from 'zod'
import { empty } from '../answers.ts'
import type { Definition } from '../endpoint.ts'
import { sentence } from '../errors.ts'
import { id, text } from '../text.ts'
import { staffRequestSchema } from './request-schemas.ts'

const access = 'requests.answer_requests'
const errors = { 409: sentence }
const documentParams = z.object({ id, document_id: id })

export const definitions = {
  reviewDocument: {
    access,
    summary: 'Aceptar o rechazar un documento',
    params: documentParams,
    body: z.object({
      version: z.number().int().nonnegative(),
      accepted: z.boolean(),
      reason: text(1000).default(''),
    }),
    answer: staffRequestSchema,
    errors,
  },
  addAnswerFile: {
    access,
    summary: 'Adjuntar un archivo a la respuesta (multipart: document)',
    params: z.object({ id }),
    upload: empty,
    answer: staffRequestSchema,
    errors: { ...errors, 507: sentence },
  },
  removeAnswerFile: {
    access,
    summary: 'Quitar un archivo de una respuesta que aún no se da',
    params: documentParams,
    answer: staffRequestSchema,
    errors,
  },
} as const satisfies Record<string, Definition>
