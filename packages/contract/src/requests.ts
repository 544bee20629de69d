import { QUESTION_SUBJECT } from '@carpeta/domain/requests/questions'
import { MAX_REQUEST_TEXT, requestStates } from '@carpeta/domain/requests/request-states'
import { z } from 'zod'
import {
  binary,
  type EndpointTable,
  empty,
  id,
  instant,
  position,
  sentence,
  text,
} from './endpoint.ts'

export const state = z.enum(requestStates)
const calendarDate = z.iso.date()
export const comment = text(MAX_REQUEST_TEXT)

const documentSchema = z.object({
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

/** A file of a draft. */
const draftFileSchema = documentSchema.pick({ id: true, name: true, size: true, type: true })

export type DraftFile = z.infer<typeof draftFileSchema>

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
  member: person.extend({
    social_security: z.string(),
    email: z.string(),
    gets_emails: z.boolean().meta({ description: 'Si recibe correos de sus trámites' }),
  }),
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

/** What a screen begins a question about: the same procedure has a draft for each. */
const about = z.string().regex(QUESTION_SUBJECT).optional()

const version = z.number().int().nonnegative()

/** Tells the browser tabs of a person apart: a random text that a tab keeps until it is closed. */
const writtenIn = text(40)

/**
 * What a person writes and has not sent: a member's request, a member's reply to a question, or a request that
 * staff file. Its text and its files grow the version with every change.
 */
export const draftSchema = z.object({
  /** The request's; null when nothing is saved yet. */
  id: id.nullable(),
  version,
  comment: z.string(),
  /**
   * What can be attached: the required documents or, where there are none, optional files; in a reply, the
   * rejected ones and optional files.
   */
  slots: z.array(
    z.object({
      /** Index of the required document; behind those, optional files. */
      position: z.number().int().nonnegative(),
      is_optional: z.boolean(),
      title: z.string(),
      /** Why the earlier one was rejected; '' in a request. */
      reason: z.string(),
      /** In order; several become one PDF when the draft is sent. */
      files: z.array(draftFileSchema),
    }),
  ),
  /** Files whose required document is no longer one: to be moved or removed before sending. */
  surplus: z.array(draftFileSchema),
})

export type Draft = z.infer<typeof draftSchema>
export type DraftSlot = Draft['slots'][number]

/** A draft that is saved. */
export const savedDraftSchema = draftSchema.extend({ id })

/** A request that the member began and did not send. */
const unsentSchema = z.object({
  id,
  procedure: z.object({ id, title: z.string() }),
  sale_code: z.string(),
  version,
  missing_documents: z.number().int().nonnegative(),
  saved_at: instant,
  /** As it was begun; null without any. */
  about: z.string().nullable(),
  /** The form can continue it: the procedure is still offered, and for this sale. */
  is_offered: z.boolean(),
})

export type UnsentRequest = z.infer<typeof unsentSchema>

/** Strict: otherwise an incomplete staff answer would parse as a member's. */
export const requestSchema = z.union([staffRequestSchema, memberRequestSchema.strict()])

/** The common part of a member's actions on an own request. */
const action = { access, params, answer: memberRequestSchema, errors } as const
const withText = z.object({ text: comment })
const count = z.number().int().nonnegative()

/** How our own web begins a draft: it knows of none. The text of another tab is a 409 then. */
export const beginning = z.object({
  version: z.literal(0).optional(),
  written_in: writtenIn.default(''),
})

/**
 * `position` is the index of the required document, to whose files this one is added. Without it, the first
 * required or rejected document without files counts.
 */
export const uploadFields = z.object({
  request_id: id,
  position: z.union([z.literal('').transform(() => undefined), position]).optional(),
})

/** The same bytes for the same document are the same file. */
export const uploadedSchema = draftFileSchema.extend({
  position: z.number().int().nonnegative(),
  /** The draft's, for the order of its files. A text names the version whose text its tab has read. */
  version,
})

export const sentSchema = z.object({ id, sent_at: instant })

export const endpoints = {
  'POST /api/request/create/': {
    access,
    summary: 'Empezar una solicitud (Idempotency-Key: la misma de nuevo es la misma)',
    body: requestForm.extend({ ...beginning.shape, about }),
    status: 201,
    answer: savedDraftSchema,
    errors,
  },
  'GET /api/request/draft/': {
    access,
    summary: 'El borrador de un trámite y una venta; vacío si no hay',
    query: requestForm.pick({ procedure_id: true, sale_code: true }).extend({ about }),
    answer: draftSchema,
  },
  'GET /api/request/drafts/': {
    access,
    summary: 'Lo que quien pregunta empezó y no ha enviado, desde lo más reciente',
    answer: z.object({ results: z.array(unsentSchema) }),
  },

  // The draft of a request, of a reply or of a filing, for whoever writes it.
  'POST /api/request/send/': {
    access: 'user',
    summary: 'Enviar una solicitud; con version, solo si el borrador es ese',
    body: z.object({ request_id: id, version: version.optional() }),
    answer: sentSchema,
    errors: { ...errors, 507: sentence },
  },
  'GET /api/requests/:id/draft/': {
    access: 'user',
    summary: 'Lo escrito y los archivos que aún no se envían; 409 si ya se envió',
    params,
    answer: savedDraftSchema,
    errors,
  },
  'PUT /api/requests/:id/draft/': {
    access: 'user',
    summary: 'Guardar lo escrito; 409 si otra pestaña lo cambió después de version',
    params,
    body: z.object({ version, written_in: writtenIn, comment }),
    answer: savedDraftSchema,
    errors,
  },
  'DELETE /api/requests/:id/draft/': {
    access: 'user',
    summary:
      'Descartar lo escrito y los archivos no enviados; con version, solo si el borrador es ese',
    params,
    query: z.object({ version: position.optional() }),
    answer: empty,
    errors,
  },
  'PUT /api/requests/:id/draft/files/': {
    access: 'user',
    summary: 'Ordenar los archivos y repartirlos entre los documentos',
    params,
    // Every file exactly once, in order; `surplus`: those of no document.
    body: z.object({
      version,
      slots: z.array(z.object({ position, file_ids: z.array(id).max(100) })).max(100),
      surplus: z.array(id).max(1000).default([]),
    }),
    answer: savedDraftSchema,
    errors,
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
    ...action,
    summary: 'Anular una solicitud que nadie revisa aún',
  },
  'POST /api/requests/:id/reply/': {
    ...action,
    summary: 'Responder lo que se pidió; con version, lo que tiene el borrador',
    // `version` sends the draft, and is safe to repeat; a `comment` replaces the draft's text.
    body: z.object({ comment: comment.optional(), version: version.optional() }),
    errors: { ...errors, 507: sentence },
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
    access: 'user',
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
    access: 'user',
    summary: 'Quitar un archivo que no se ha enviado',
    params,
    // The draft's version.
    answer: z.object({ version }),
    errors: { 409: sentence },
  },
} as const satisfies EndpointTable
