import type { AnswerOf } from '@carpeta/contract/endpoints'
import type { Audience } from '@carpeta/domain/announcements/announcement-rules'
import { paragraphsOf } from '@carpeta/domain/text/written-text'
import type { Config } from '../config/config.ts'
import type { Database, JobDatabase, Transaction } from '../db/client.ts'
import { enqueueEmailJobs } from '../email/email-queue.ts'
import { EmailRejected, failureMessage, type Mailer } from '../email/mailer.ts'
import { type Email, emailTo, pageAddress, withMessageId } from '../email/render-email.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { enqueueJob } from '../jobs/jobs-store.ts'
import { clearRefusal, recordRefusal } from '../people/invitations-store.ts'
import type { Colleague } from '../people/staff-store.ts'
import {
  type DueEmail,
  findQueuedEmail,
  type QueuedAnnouncementEmail,
  recordEmailOutcome,
  takeWaiting,
} from './announcement-emails-store.ts'
import { insertRecipients } from './audience-store.ts'
import { readAnnouncement } from './read-announcements.ts'

export const ENQUEUE_ANNOUNCEMENT_EMAILS = 'enqueue_announcement_emails'

export interface AnnouncementToEmail {
  announcementId: number
}

/** The table of jobs stays small. */
const BATCH_SIZE = 50

/** Fixes the recipients in the transaction of the publication. @returns how many */
export async function enqueueAnnouncementEmails(
  tx: Transaction,
  announcement: Audience & { id: number },
): Promise<number> {
  const recipients = await insertRecipients(tx, announcement.id, announcement)
  if (recipients > 0) await enqueueNextBatch(tx, announcement.id)
  return recipients
}

/**
 * Adds a job for each of the next recipients and one for the batch after them, which comes later in
 * the queue. A repeated run takes other recipients.
 */
export async function enqueueBatch(
  { db }: { db: JobDatabase },
  { announcementId }: AnnouncementToEmail,
): Promise<void> {
  await db.transaction(async (tx) => {
    const userIds = await takeWaiting(tx, announcementId, BATCH_SIZE)
    const emails = userIds.map((userId) => ({ announcementId, userId }))
    if (emails.length > 0) await enqueueEmailJobs(tx, SEND_ANNOUNCEMENT_EMAIL, emails, 'bulk')
    if (emails.length === BATCH_SIZE) await enqueueNextBatch(tx, announcementId)
  })
}

function enqueueNextBatch(tx: Transaction, announcementId: number): Promise<void> {
  const payload: AnnouncementToEmail = { announcementId }
  return enqueueJob(tx, ENQUEUE_ANNOUNCEMENT_EMAILS, payload, { priority: 'bulk' })
}

export const SEND_ANNOUNCEMENT_EMAIL = 'send_announcement_email'

/**
 * Sends an announcement to one recipient and records the outcome; a sent email is never sent again.
 * Nothing is sent after a withdrawal or the last day, or to an account that no longer gets announcements.
 */
export async function sendAnnouncementEmail(
  { db, config, mailer }: { db: Database; config: Config; mailer: Mailer },
  queued: QueuedAnnouncementEmail,
  { isLastAttempt }: { isLastAttempt: boolean },
): Promise<void> {
  const due = await findQueuedEmail(db, queued.announcementId, queued.userId)
  if (!due) return
  if (!due.isDue) return recordEmailOutcome(db, queued, 'cancelled')
  try {
    await mailer(announcementEmail(due, queued, config))
  } catch (error) {
    const isRefused = error instanceof EmailRejected
    const failure = failureMessage(error)
    if (isRefused || isLastAttempt) await recordEmailOutcome(db, queued, 'failed', failure)
    if (isRefused) return recordRefusal(db, due.email, failure)
    throw error
  }
  await recordEmailOutcome(db, queued, 'sent')
  await clearRefusal(db, due.email)
}

/** The email as it would reach the caller. @throws {NotFound} */
export async function previewEmail(
  { db, config }: { db: Database; config: Config },
  { id: userId, user }: SignedInCaller,
  id: number,
): Promise<AnswerOf<'GET /api/announcements/:id/email/'>> {
  const { title, body, files } = await readAnnouncement(db, id)
  const { first_name: firstName, email } = user
  const due = { title, body, files: files.length, firstName, email, isDue: true }
  const { subject, text } = announcementEmail(due, { announcementId: id, userId }, config)
  return { subject, text }
}

/** The title and the text; files stay in the portal. */
function announcementEmail(
  { title, body, files, ...to }: DueEmail,
  { announcementId, userId }: QueuedAnnouncementEmail,
  config: Config,
): Email {
  const rendered = emailTo(to, config, {
    subject: `Aviso: ${title}`,
    paragraphs: [...paragraphsOf(body).flat(), ...filesSentence(files)],
    action: {
      label: 'Ver el aviso',
      address: pageAddress('/dashboard', config, { avisos: String(announcementId) }),
    },
    footnotes: ['Si prefieres no recibir los avisos por correo, puedes decirlo en tu perfil.'],
  })
  return withMessageId(rendered, `announcement-${announcementId}-${userId}`, config)
}

function filesSentence(files: number): string[] {
  if (files === 0) return []
  return [
    files === 1
      ? 'Trae un archivo, que puedes descargar en el portal.'
      : `Trae ${files} archivos, que puedes descargar en el portal.`,
  ]
}

const notPublished = {
  not_permitted: 'estaba programado por una persona que ya no puede publicar avisos.',
  past: 'estaba programado, y cuando iba a publicarse ya había pasado su último día.',
  nobody:
    'estaba programado, y a esa hora no había compras de su proyecto o condominio: nadie lo vería.',
} as const

export type NotPublished = keyof typeof notPublished

/** To everybody who may publish. */
export function notPublishedEmail(
  colleague: Colleague,
  { id, title }: { id: number; title: string },
  reason: NotPublished,
  config: Config,
): Email {
  return emailTo(colleague, config, {
    subject: `No se publicó un aviso: ${title}`,
    paragraphs: [
      `El aviso «${title}» ${notPublished[reason]} No se publicó y volvió a ser un borrador. Revísalo antes de publicarlo.`,
    ],
    action: { label: 'Ver el aviso', address: pageAddress(`/announcements/${id}`, config) },
  })
}
