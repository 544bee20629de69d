import { MAX_REQUEST_TEXT, requestStates } from '@carpeta/domain/requests/request-states'
import { z } from 'zod'
import { binary, type EndpointTable, empty } from './endpoint.ts'
import { sentence } from './errors.ts'
import { id, instant, position, text } from './text.ts'

export const state = z.enum(requestStates)
const calendarDate = z.iso.date()
export const comment = text(MAX_REQUEST_TEXT)

export const documentSchema = z.object({
  id,
  name: z.string().meta({ description: 'como la persona llamó al archivo' }),
  size: z.number().int().positive().meta({ description: 'bytes' }),
  type: z.enum(['application/pdf', 'image/png', 'image/jpeg']),
  /** Index of the required document; null for a file of the answer. */
  position: z.number().int().nonnegative().nullable(),
  /** The name of the required document; '' for a file of the answer. */
  title: z.string(),
  review: z.enum(['pending', 'accepted', 'rejected']),
  /** Why it was rejected. */
  reason: z.string(),
  uploaded_at: instant,
})

export type WireDocument = z.infer<typeof documentSchema>

/** A file chosen for a required document and not sent yet; the files of one are joined into one PDF. */
export const slotFileSchema = documentSchema
  .pick({ id: true, name: true, size: true, type: true })
  .extend({ position: z.number().int().nonnegative() })

export type WireSlotFile = z.infer<typeof slotFileSchema>

/** Oldest first. Members get no internal notes. */
const requestEventSchema = z.object({
  id,
  at: instant,
  kind: z.enum([
    'sent',
    'filed',
    'cancelled',
    'merged',
    'absorbed',
    'review',
    'asked',
    'replied',
    'commented',
    'responded',
    'resolved',
    'rejected',
    'reopened',
    'extended',
    'assigned',
    'note',
    'document_accepted',
    'document_rejected',
    'document_replaced',
  ]),
  /** A name; members see staff as the cooperative. */
  actor: z.string(),
  /** The text of the action; for the last three the document's title and the reason. */
  text: z.string(),
  /** Whether the answer of this event helped the member; null until the member says so. */
  helped: z.boolean().nullable(),
})

export type WireRequestEvent = z.infer<typeof requestEventSchema>

/** A request that was merged into another one. */
const mergedRequestSchema = z.object({
  id,
  procedure_title: z.string(),
  sent_at: instant.nullable(),
  comment: z.string(),
  documents: z.array(documentSchema),
})

export type MergedRequest = z.infer<typeof mergedRequestSchema>

/** A request as its member sees it. */
export const memberRequestSchema = z.object({
  id,
  state,
  sale_code: z.string(),
  procedure: z.object({
    id,
    title: z.string(),
    description: z.string(),
    documents: z.array(z.string()),
  }),
  comment: z.string(),
  sent_at: instant.nullable(),
  closed_at: instant.nullable(),
  /** '' until the answer. */
  answer: z.string(),
  answer_files: z.array(documentSchema),
  documents: z.array(documentSchema),
  events: z.array(requestEventSchema),
  /** Who of the cooperative filed it for the member; '' when the member sent it. */
  filed_by: z.string(),
  /** The request that it was merged into; it is closed then. */
  merged_into: id.nullable(),
  /** The requests that were merged into it. */
  merged: z.array(mergedRequestSchema),
  /** The day by which the cooperative answers; null while it waits for the member, and once closed. */
  answer_by: calendarDate.nullable(),
  /** The last day to reply to the answer; null before the answer. */
  respond_until: calendarDate.nullable(),
  /** Today is not later than that day. */
  can_respond: z.boolean(),
})

export type MemberRequest = z.infer<typeof memberRequestSchema>

export const person = z.object({ id, name: z.string() })

/** A request as staff see it. */
export const staffRequestSchema = memberRequestSchema.extend({
  /** Includes files that the member does not see yet: `published_at` is null, and staff can remove them. */
  answer_files: z.array(documentSchema.extend({ published_at: instant.nullable() })),
  /** Rejected documents that the member replaced, each with its reason. */
  replaced_documents: z.array(documentSchema.extend({ replaced_at: instant })),
  member: person.extend({ social_security: z.string(), email: z.string() }),
  /** Accounting names another holder of the sale: the member can read and cancel it, and adds nothing. */
  is_former_holder: z.boolean(),
  project: z.string(),
  assignee: person.nullable(),
  due_at: instant.nullable(),
  is_overdue: z.boolean(),
  can_reopen: z.boolean(),
  /** Whether the legal deadline of a data-subject request can still be extended. */
  can_extend: z.boolean(),
  /** Increases with every change. An action sends the version it saw and gets a 409 if it is outdated. */
  version: z.number().int().nonnegative(),
})

export type StaffRequest = z.infer<typeof staffRequestSchema>

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

/** The common part of a member's actions on an own request. */
const action = {
  access: 'client',
  params: z.object({ id }),
  answer: memberRequestSchema,
  errors: { 409: sentence },
} as const
const withText = z.object({ text: comment })
const count = z.number().int().nonnegative()

/**
 * `position` is the index of the required document; the file replaces a draft's earlier one. Without
 * it, the first missing or rejected document counts.
 */
export const uploadFields = z.object({
  request_id: id,
  position: z.union([z.literal('').transform(() => undefined), position]).optional(),
})

export const uploadedSchema = z.object({
  id,
  name: z.string(),
  size: z.number().int().positive().meta({ description: 'bytes' }),
})

const files = z.object({ slot_files: z.array(slotFileSchema) })

/** `position` is the index of the required document. */
export const slotFileFields = z.object({ position })

/** The emails that a user can switch off; those about security are always sent. */
export const preferencesSchema = z.object({
  request_letters: z.boolean(),
  announcement_emails: z.boolean(),
  /** News of the member's sales, by kind. */
  deed_emails: z.boolean(),
  payment_emails: z.boolean(),
  due_emails: z.boolean(),
})

export const endpoints = {
  'POST /api/request/create/': {
    access,
    summary: 'Empezar una solicitud (Idempotency-Key: la misma de nuevo es la misma)',
    body: requestForm,
    status: 201,
    answer: z.object({ id }),
  },
  'GET /api/request/draft/': {
    access,
    summary: 'Lo que se estaba escribiendo',
    query: requestForm.pick({ procedure_id: true, sale_code: true }),
    answer: draftSchema,
  },
  'PUT /api/request/draft/': {
    access,
    summary: 'Guardar lo que se está escribiendo',
    // `has_files`: a blank comment begins a draft too, for the files that follow, and replaces no text.
    // `as_read`: the text that this one may replace; another is a 409.
    body: requestForm.extend({
      has_files: z.boolean().default(false),
      as_read: comment.optional(),
    }),
    answer: draftSchema,
    errors,
  },
  'POST /api/request/send/': {
    access,
    summary: 'Enviar una solicitud',
    body: z.object({ request_id: id }),
    answer: z.object({ id, sent_at: instant }),
  },
  'GET /api/requests/:id/': {
    access: 'user',
    inView: true,
    summary: 'Una solicitud, para quien la hizo y para quienes responden',
    params,
    // `staff`: as staff see it, even the caller's own request.
    query: z.object({ as: z.string().optional() }),
    answer: requestSchema,
  },
  'POST /api/requests/:id/cancel/': {
    access,
    summary: 'Anular una solicitud que nadie revisa aún',
    params,
    answer: memberRequestSchema,
    errors,
  },
  'POST /api/requests/:id/reply/': {
    access,
    summary: 'Responder lo que se pidió',
    params,
    // Documents are uploaded before, one call each.
    body: z.object({ comment: comment.default('') }),
    answer: memberRequestSchema,
    errors,
  },

  'POST /api/requests/:id/comment/': {
    ...action,
    summary: 'Agregar un comentario mientras la revisan',
    body: withText,
  },
  'POST /api/requests/:id/respond/': {
    ...action,
    summary: 'Responder a la respuesta, dentro de diez días',
    body: withText,
  },
  'PUT /api/requests/:id/rating/': {
    ...action,
    summary: 'Decir si la respuesta sirvió; se puede cambiar',
    body: z.object({ helped: z.boolean() }),
  },
  'GET /api/requests/ratings/': {
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

  'POST /api/upload-document/': {
    access: 'client',
    summary: 'Adjuntar un documento (multipart: request_id, document y, si se quiere, position)',
    upload: uploadFields,
    status: 201,
    answer: uploadedSchema,
    errors: { 409: sentence, 507: sentence },
  },
  'GET /api/documents/:id/': {
    access: 'user',
    inView: true,
    summary: 'Descargar un documento',
    params,
    answer: binary,
    file: 'application/octet-stream',
  },
  'GET /api/documents/:id/pages/:page/': {
    access: 'user',
    inView: true,
    summary: 'Una página de un documento como imagen; X-Page-Count dice cuántas tiene',
    params: params.extend({ page: id }),
    answer: binary,
    file: 'image/png',
    errors: { 422: sentence },
  },
  'DELETE /api/documents/:id/': {
    access: 'client',
    summary: 'Quitar un documento de una solicitud que no se ha enviado',
    params,
    answer: empty,
    errors: { 409: sentence },
  },

  'GET /api/requests/:id/slot-files/': {
    access,
    summary: 'Los archivos elegidos para los documentos de una solicitud y aún no enviados',
    params,
    answer: files,
  },
  'POST /api/requests/:id/slot-files/': {
    access,
    summary: 'Agregar un archivo a un documento (multipart: position, document)',
    params,
    upload: slotFileFields,
    status: 201,
    answer: slotFileSchema,
    errors: { ...errors, 507: sentence },
  },
  'PUT /api/requests/:id/slot-files/': {
    access,
    summary: 'Ordenar los archivos y repartirlos entre los documentos',
    params,
    // Every file exactly once, in order.
    body: z.object({ slots: z.array(z.object({ position, file_ids: z.array(id) })).max(20) }),
    answer: files,
    errors,
  },
  'POST /api/requests/:id/slot-files/join/': {
    access,
    summary: 'Unir los archivos de un documento en un solo PDF; uno solo queda como está',
    params,
    // The files of the document in order; those it has by now must be the same.
    body: z.object({ position, file_ids: z.array(id).max(100) }),
    status: 201,
    answer: uploadedSchema,
    errors: { ...errors, 507: sentence },
  },

  'GET /api/client/preferences/': {
    access: 'user',
    inView: true,
    summary: 'Qué correos quiero recibir',
    answer: preferencesSchema,
  },
  'PATCH /api/client/preferences/': {
    access: 'user',
    summary: 'Elegir qué correos quiero recibir',
    body: preferencesSchema.partial(),
    answer: preferencesSchema,
  },
} as const satisfies EndpointTable
