import { announcementStates, audienceKinds } from '@carpeta/domain/announcements/announcement-rules'
import { z } from 'zod'
import {
  binary,
  type EndpointTable,
  empty,
  id,
  instant,
  pageOf,
  pageQuery,
  position,
  sentence,
  text,
  wireDate,
} from './endpoint.ts'

const access = 'announcements.publish_announcements'
const errors = { 409: sentence }
const params = z.object({ id })
const fileParams = z.object({ id, document_id: id })
const count = z.int().nonnegative()
const version = count
/** The version that the caller saw: another one is a 409. */
const seen = z.object({ version: position })

const audience = {
  audience: z.enum(audienceKinds),
  project: text(),
  condominium: text(),
}

/** `announcement-rules.ts` has the stricter limits of the form. */
export const announcementForm = z.object({
  title: text(1000),
  body: text(20_000),
  ...audience,
  sends_email: z.boolean(),
  visible_until: text(20),
})

const announcementFileSchema = z.object({
  id,
  name: z.string(),
  size: z.number().int().positive().meta({ description: 'bytes' }),
})

const rowSchema = z.object({
  id,
  state: z.enum(announcementStates),
  version,
  title: z.string(),
  ...audience,
  sends_email: z.boolean(),
  visible_until: wireDate,
  updated_at: instant,
  published_at: instant.nullable(),
  withdrawn_at: instant.nullable(),
  /** How many people have opened it. */
  reads: count,
  /** The emails by their outcome. */
  emails: z.object({ queued: count, sent: count, failed: count, cancelled: count }),
})

const announcementSchema = rowSchema.extend({
  body: z.string(),
  author: z.string(),
  files: z.array(announcementFileSchema),
})

const reachSchema = z.object({
  ...audience,
  people: count,
  emails: count,
  without_account: count,
})

const readerSchema = z.object({
  id,
  name: z.string(),
  social_security: z.string(),
  read_at: instant.nullable(),
  email: z.enum(['queued', 'sent', 'failed', 'cancelled']).nullable(),
  /** The mail server's reason. */
  email_failure: z.string(),
})

export type AnnouncementRow = z.infer<typeof rowSchema>
export type WireAnnouncement = z.infer<typeof announcementSchema>
export type AnnouncementReach = z.infer<typeof reachSchema>
export type AnnouncementReader = z.infer<typeof readerSchema>

export const announcementsFilter = pageQuery.extend({
  title: text().optional(),
  state: text().optional(),
})

export const readersFilter = pageQuery.extend({
  fullname: text().optional(),
  social_security: text().optional(),
  read: text().optional(),
  email: text().optional(),
})

const ownRowSchema = z.object({
  id,
  title: z.string(),
  published_at: instant,
  /** When the member first opened it. */
  read_at: instant.nullable(),
})

const ownAnnouncementSchema = ownRowSchema.extend({
  /** Plain text; its lines are paragraphs. */
  body: z.string(),
  visible_until: wireDate,
  files: z.array(announcementFileSchema),
})

export type AnnouncementFile = z.infer<typeof announcementFileSchema>
export type OwnAnnouncementRow = z.infer<typeof ownRowSchema>
export type OwnAnnouncement = z.infer<typeof ownAnnouncementSchema>

export const endpoints = {
  'GET /api/announcements/': {
    access,
    summary: 'Los avisos, también borradores y retirados',
    query: announcementsFilter,
    answer: pageOf(rowSchema),
  },
  'GET /api/announcements/audiences/': {
    access,
    summary: 'A quiénes puede ir un aviso, y a cuántas personas llega',
    answer: z.object({ results: z.array(reachSchema) }),
  },
  'GET /api/announcements/:id/': {
    access,
    summary: 'Un aviso',
    params,
    answer: announcementSchema,
  },
  'GET /api/announcements/:id/email/': {
    access,
    summary: 'El correo de un aviso, como le llegaría a quien pregunta',
    params,
    answer: z.object({ subject: z.string(), text: z.string() }),
  },
  'POST /api/announcements/': {
    access,
    summary: 'Crear el borrador de un aviso',
    fieldErrors: true,
    body: announcementForm,
    status: 201,
    answer: announcementSchema,
  },
  'PATCH /api/announcements/:id/': {
    access,
    summary: 'Cambiar el borrador de un aviso',
    fieldErrors: true,
    params,
    body: announcementForm.partial().extend({ version }),
    answer: announcementSchema,
    errors,
  },
  'DELETE /api/announcements/:id/': {
    access,
    summary: 'Eliminar el borrador de un aviso',
    params,
    query: seen,
    answer: empty,
    errors,
  },
  'POST /api/announcements/:id/publish/': {
    access,
    summary: 'Publicar un aviso, ahora o más tarde; uno ya publicado no cambia',
    fieldErrors: true,
    params,
    body: z.object({
      version,
      publish_at: text(20).optional().meta({
        description: 'Hora de Santiago, YYYY-MM-DDThh:mm; sin ella, ahora',
      }),
    }),
    answer: announcementSchema,
    errors,
  },
  'POST /api/announcements/:id/withdraw/': {
    access,
    summary: 'Retirar un aviso; uno programado vuelve a ser borrador, y de nuevo no cambia nada',
    params,
    body: z.object({ version }),
    answer: announcementSchema,
    errors,
  },
  'POST /api/announcements/:id/copy/': {
    access,
    summary: 'Copiar un aviso como borrador, con sus archivos',
    params,
    status: 201,
    answer: announcementSchema,
  },
  'POST /api/announcements/:id/files/': {
    access,
    summary: 'Adjuntar un archivo al borrador de un aviso (multipart: document)',
    params,
    upload: empty,
    answer: announcementSchema,
    errors: { ...errors, 507: sentence },
  },
  'DELETE /api/announcements/:id/files/:document_id/': {
    access,
    summary: 'Quitar un archivo del borrador de un aviso',
    params: fileParams,
    query: seen,
    answer: announcementSchema,
    errors,
  },
  'GET /api/announcements/:id/files/:document_id/': {
    access: 'user',
    inView: true,
    summary: 'Descargar un archivo de un aviso propio; quien publica, de cualquiera',
    params: fileParams,
    answer: binary,
    file: 'application/octet-stream',
  },
  'GET /api/announcements/:id/readers/': {
    access,
    summary: 'A quiénes concierne un aviso: quién lo leyó, y qué pasó con su correo',
    params,
    query: readersFilter,
    // The counts are of all people, whatever the filter. `isLimited`: there are more people than pages show.
    answer: pageOf(readerSchema).extend({
      people: count,
      read: count,
      undelivered: count,
      isLimited: z.boolean(),
    }),
  },

  'GET /api/client/announcements/': {
    access: 'client',
    inView: true,
    summary: 'Los avisos que conciernen al socio, los últimos primero',
    answer: z.object({ results: z.array(ownRowSchema) }),
  },
  'GET /api/client/announcements/:id/': {
    access: 'client',
    inView: true,
    summary: 'Un aviso con su texto y sus archivos',
    params,
    answer: ownAnnouncementSchema,
  },
  'POST /api/client/announcements/:id/read/': {
    access: 'client',
    summary: 'Marcar un aviso como leído; de nuevo no cambia nada',
    params,
    answer: empty,
  },
} as const satisfies EndpointTable
