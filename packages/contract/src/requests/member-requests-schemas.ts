import { z } from 'zod'
import type { Definition } from '../endpoint.ts'
import { sentence } from '../errors.ts'
import { id, instant, text } from '../text.ts'
import {
  comment,
  documentSchema,
  memberRequestSchema,
  slotFileSchema,
  staffRequestSchema,
} from './request-schemas.ts'

const access = 'client'
const params = z.object({ id })
const errors = { 409: sentence }

export const requestForm = z.object({
  procedure_id: id,
  sale_code: text(500),
  comment: comment.default(''),
})

/** The draft for a sale and a procedure; `id` is null when there is none. */
export const draftSchema = z.object({
  id: id.nullable(),
  comment: z.string(),
  documents: z.array(documentSchema),
  /** By required document, each in order. */
  slot_files: z.array(slotFileSchema),
})

/** Strict: otherwise an incomplete staff answer would parse as a member's. */
export const requestSchema = z.union([staffRequestSchema, memberRequestSchema.strict()])

export const definitions = {
  createRequest: {
    access,
    summary: 'Empezar una solicitud (Idempotency-Key: la misma de nuevo es la misma)',
    body: requestForm,
    status: 201,
    answer: z.object({ id }),
  },
  getDraft: {
    access,
    summary: 'Lo que se estaba escribiendo',
    query: requestForm.pick({ procedure_id: true, sale_code: true }),
    answer: draftSchema,
  },
  saveDraft: {
    access,
    summary: 'Guardar lo que se está escribiendo',
    // `has_files`: keeps a draft without a comment, for the files that follow.
    body: requestForm.extend({ has_files: z.boolean().default(false) }),
    answer: draftSchema,
  },
  sendRequest: {
    access,
    summary: 'Enviar una solicitud',
    body: z.object({ request_id: id }),
    answer: z.object({ id, sent_at: instant }),
  },
  getRequest: {
    access: 'user',
    inView: true,
    summary: 'Una solicitud, para quien la hizo y para quienes responden',
    params,
    // `staff`: as staff see it, even the caller's own request.
    query: z.object({ as: z.string().optional() }),
    answer: requestSchema,
  },
  cancelRequest: {
    access,
    summary: 'Anular una solicitud que nadie revisa aún',
    params,
    answer: memberRequestSchema,
    errors,
  },
  replyToRequest: {
    access,
    summary: 'Responder lo que se pidió',
    params,
    // Documents are uploaded before, one call each.
    body: z.object({ comment: comment.default('') }),
    answer: memberRequestSchema,
    errors,
  },
} as const satisfies Record<string, Definition>
