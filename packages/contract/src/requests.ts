import { MAX_REQUEST_TEXT, requestStates } from '@carpeta/domain/requests/request-states'
import { z } from 'zod'
import { pageOf, pageQuery } from './paging.ts'
import { id, instant, place, text } from './text.ts'

const state = z.enum(requestStates)
const comment = text(MAX_REQUEST_TEXT)

// A member's way to a request (spec §7).

export const createRequest = z.object({
  procedure_id: id,
  sale_code: text(500),
  comment: comment.default(''),
})
export const createResponse = z.object({ id })

/**
 * The fields of `POST /api/upload-document/` beside the file, `document`. `position` says which of
 * the required documents it is and replaces the one that a draft has there; without it the first
 * that is missing, or rejected, is meant.
 */
export const uploadFields = z.object({
  request_id: id,
  position: z.union([z.literal('').transform(() => undefined), place]).optional(),
})
export const uploadResponse = z.object({
  id,
  name: z.string(),
  size: z.number().int().positive().meta({ description: 'bytes' }),
})

export const sendRequest = z.object({ request_id: id })
export const sendResponse = z.object({ id, sent_at: instant })

/** `PUT /api/request/draft/`: keeps what is being typed. `GET` takes the first two. */
export const saveDraft = createRequest
export const draftQuery = createRequest.pick({ procedure_id: true, sale_code: true })

export const documentSchema = z.object({
  id,
  name: z.string().meta({ description: 'como la persona llamó al archivo' }),
  size: z.number().int().positive().meta({ description: 'bytes' }),
  type: z.enum(['application/pdf', 'image/png', 'image/jpeg']),
  /** Which of the required documents it is, from 0; null for a file of the answer. */
  position: z.number().int().nonnegative().nullable(),
  /** What the procedure calls it; '' for a file of the answer. */
  title: z.string(),
  review: z.enum(['pending', 'accepted', 'rejected']),
  /** Why it was rejected. */
  reason: z.string(),
  uploaded_at: instant,
})

export type WireDocument = z.infer<typeof documentSchema>

/** The draft of a sale's procedure; `id` is null while there is none. */
export const draftResponse = z.object({
  id: id.nullable(),
  comment: z.string(),
  documents: z.array(documentSchema),
})

/** What happened, oldest first. Internal notes reach staff only. */
export const requestEventSchema = z.object({
  id,
  at: instant,
  kind: z.enum([
    'sent',
    'cancelled',
    'review',
    'asked',
    'replied',
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
  /** Who did it, by name; for a member, staff appear as the cooperative. */
  actor: z.string(),
  /** What was written with it; for the last three the document's title, and why it was rejected. */
  text: z.string(),
})

export type WireRequestEvent = z.infer<typeof requestEventSchema>

/** `GET /api/requests/{id}/` for its member, and what his own acts below answer. */
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
  /** '' until it is answered. */
  answer: z.string(),
  answer_files: z.array(documentSchema),
  documents: z.array(documentSchema),
  events: z.array(requestEventSchema),
})

export type MemberRequest = z.infer<typeof memberRequestSchema>

/** `POST /api/requests/{id}/reply/`; documents come before it, each by upload-document. */
export const replyToRequest = z.object({ comment: comment.default('') })

// The staff's workbench: permission `requests.answer_requests`.

export const requestsQuery = pageQuery.extend({
  /** Several states, comma separated. */
  state: z.string().optional(),
  procedure: z.string().optional().meta({ description: 'id' }),
  project: z.string().optional(),
  /** Part of a name, or a rut. */
  member: z.string().optional(),
  mine: z.string().optional(),
  /** On nobody's desk. */
  unassigned: z.string().optional(),
  overdue: z.string().optional(),
})

const person = z.object({ id, name: z.string() })

export const requestRowSchema = z.object({
  id,
  state,
  procedure_title: z.string(),
  project: z.string(),
  sale_code: z.string(),
  member: person.extend({ social_security: z.string() }),
  assignee: person.nullable(),
  sent_at: instant,
  /** Null while the member must act, and once it is closed. */
  due_at: instant.nullable(),
  is_overdue: z.boolean(),
  closed_at: instant.nullable(),
})

export type RequestRow = z.infer<typeof requestRowSchema>

/** The page, and how many there are in each state under the same filters but the state's own. */
export const requestsResponse = pageOf(requestRowSchema).extend({
  counts: z.record(z.string(), z.number().int().nonnegative()),
})

/** `GET /api/requests/procedures/`: what the queue can be narrowed to, also what left the catalogue. */
export const askedProceduresResponse = pageOf(z.object({ id, title: z.string() }))

/** `GET /api/requests/{id}/` for staff, and what every act below answers. */
export const staffRequestSchema = memberRequestSchema.extend({
  /** Also those that its member does not see yet: `published_at` is null, and they can be removed. */
  answer_files: z.array(documentSchema.extend({ published_at: instant.nullable() })),
  /** What the member handed in another document for, with the reason that it was rejected for. */
  replaced_documents: z.array(documentSchema.extend({ replaced_at: instant })),
  member: person.extend({ social_security: z.string(), email: z.string() }),
  project: z.string(),
  assignee: person.nullable(),
  due_at: instant.nullable(),
  is_overdue: z.boolean(),
  can_reopen: z.boolean(),
  /** Of a right over personal data: whether the law's time may still be extended. */
  can_extend: z.boolean(),
  /** Grows with every change; an act names the one it saw, and is a 409 when there is a newer. */
  version: z.number().int().nonnegative(),
})

export type StaffRequest = z.infer<typeof staffRequestSchema>

/** `as=staff`: one's own request too, as whoever answers it. */
export const requestQuery = z.object({ as: z.string().optional() })

/** Strict, or a staff answer that lacks a field would pass for a member's. */
export const requestResponse = z.union([staffRequestSchema, memberRequestSchema.strict()])

const version = z.number().int().nonnegative()

/** `POST /api/requests/{id}/review/`. */
export const startReview = z.object({ version })
/** `…/assign/`: to somebody of `GET /api/requests/assignees/`, or to nobody. */
export const assignRequest = z.object({ version, user_id: id.nullable() })
/** `…/ask/`, `…/resolve/`, `…/reject/`, `…/reopen/`, `…/extend/`: with what the member is told. */
export const actOnRequest = z.object({ version, text: comment })
/** `…/note/`: seen by staff only; changes nothing else. */
export const addNote = z.object({ text: comment })
/** `POST /api/requests/{id}/documents/{document_id}/review/`. */
export const reviewDocument = z.object({
  version,
  accepted: z.boolean(),
  reason: text(1000).default(''),
})
/** `POST …/answer-files/` (multipart: document), `DELETE …/answer-files/{document_id}/`. */

export const assigneesResponse = z.object({ results: z.array(person) })

/** `/api/answer-templates/`: texts that staff start from. */
export const answerTemplateSchema = z.object({ id, title: z.string(), body: z.string() })
export const answerTemplatesResponse = z.object({ results: z.array(answerTemplateSchema) })
export const saveAnswerTemplate = z.object({ title: text(200), body: comment })

/** `/api/holidays/`: the country's, with what the cooperative added or struck out. */
export const holidaySchema = z.object({
  date: z.string().meta({ description: 'YYYY-MM-DD' }),
  name: z.string(),
  /** False for a day that the country keeps and the cooperative works. */
  is_closed: z.boolean(),
  /** Whether the cooperative itself set it. */
  is_own: z.boolean(),
})
export const holidaysQuery = z.object({ year: z.string().optional() })
export const holidaysResponse = z.object({ results: z.array(holidaySchema) })
export const saveHoliday = z.object({
  date: text(10),
  name: text(200).default(''),
  is_closed: z.boolean(),
})
/** `DELETE /api/holidays/{date}/`: the country's calendar holds again. */
export const holidayParams = z.object({ date: text(10) })

/** `GET` and `PATCH /api/client/preferences/`: letters that are not about security. */
export const preferencesSchema = z.object({ request_letters: z.boolean() })
