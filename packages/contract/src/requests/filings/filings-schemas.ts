import { MAX_SEARCH } from '@carpeta/domain/access/staff-views'
import { z } from 'zod'
import type { Definition } from '../../endpoint.ts'
import { sentence } from '../../errors.ts'
import { id, position, text } from '../../text.ts'
import { uploadedSchema } from '../documents-schemas.ts'
import { definitions as memberDefinitions, requestForm } from '../member-requests-schemas.ts'
import { person } from '../request-schemas.ts'

// A request that staff file for a member. It is a draft of its own until it is sent.

const access = 'requests.answer_requests'
const params = z.object({ id })
const errors = { 409: sentence }

const memberSchema = person.extend({ social_security: z.string() })

export type FilingMember = z.infer<typeof memberSchema>

/** What a request of the member can be about. */
const optionsSchema = z.object({
  member: memberSchema,
  /** `is_open`: approved and not completed, as most procedures require. */
  sales: z.array(z.object({ code: z.string(), project: z.string(), is_open: z.boolean() })),
  procedures: z.array(
    z.object({
      id,
      title: z.string(),
      description: z.string(),
      documents: z.array(z.string()),
      needs_open_sale: z.boolean(),
    }),
  ),
})

export type FilingOptions = z.infer<typeof optionsSchema>

/** `position`: the index of the required document; the file replaces an earlier one. */
export const filingUploadFields = z.object({ position })

export const definitions = {
  findFilingMembers: {
    access,
    summary: 'Buscar al socio por quien se ingresa una solicitud',
    query: z.object({ q: text(MAX_SEARCH) }),
    answer: z.object({ results: z.array(memberSchema) }),
  },
  getFilingOptions: {
    access,
    summary: 'Las ventas del socio y los trámites que puede pedir',
    params,
    answer: optionsSchema,
  },
  createFiling: {
    access,
    summary: 'Empezar una solicitud por un socio (Idempotency-Key: la misma de nuevo es la misma)',
    body: requestForm.extend({ member_id: id }),
    status: 201,
    answer: z.object({ id }),
  },
  addFilingDocument: {
    access,
    summary: 'Adjuntar un documento (multipart: position y document)',
    params,
    upload: filingUploadFields,
    status: 201,
    answer: uploadedSchema,
    errors: { ...errors, 507: sentence },
  },
  sendFiling: {
    access,
    summary: 'Enviar la solicitud que se ingresó por un socio',
    params,
    answer: memberDefinitions.sendRequest.answer,
    errors,
  },
} as const satisfies Record<string, Definition>
