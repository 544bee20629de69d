import { MAX_REQUEST_TEXT, requestStates } from '@carpeta/domain/requests/request-states'
import { z } from 'zod'
import { id, instant, text } from '../text.ts'

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
