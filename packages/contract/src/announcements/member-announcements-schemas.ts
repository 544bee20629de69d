import { z } from 'zod'
import { empty } from '../answers.ts'
import type { Definition } from '../endpoint.ts'
import { id, instant, wireDate } from '../text.ts'

const params = z.object({ id })

export const announcementFileSchema = z.object({
  id,
  name: z.string(),
  size: z.number().int().positive().meta({ description: 'bytes' }),
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

export const definitions = {
  listOwnAnnouncements: {
    access: 'client',
    inView: true,
    summary: 'Los avisos que conciernen al socio, los últimos primero',
    answer: z.object({ results: z.array(ownRowSchema) }),
  },
  getOwnAnnouncement: {
    access: 'client',
    inView: true,
    summary: 'Un aviso con su texto y sus archivos',
    params,
    answer: ownAnnouncementSchema,
  },
  readOwnAnnouncement: {
    access: 'client',
    summary: 'Marcar un aviso como leído; de nuevo no cambia nada',
    params,
    answer: empty,
  },
} as const satisfies Record<string, Definition>
