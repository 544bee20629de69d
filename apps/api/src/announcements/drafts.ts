import type { WireAnnouncement } from '@carpeta/contract/announcements'
import {
  type AnnouncementForm,
  announcementErrors,
  announcementMessages,
  exactAudience,
} from '@carpeta/domain/announcements/announcement-rules'
import { cleanText } from '@carpeta/domain/text/written-text-rules'
import { changedFacts, recordAuditEvent } from '../audit/record-audit-event.ts'
import { callerTransaction } from '../auth/caller-transaction.ts'
import type { Database, Transaction } from '../db/client.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { NotFound, Refused, refuseFields } from '../http/errors.ts'
import {
  type Announcement,
  type AnnouncementContent,
  copyFiles,
  insertAnnouncement,
  isPast,
  lockAnnouncement,
  saveAnnouncement,
} from './announcements-store.ts'
import { readAnnouncement } from './read-announcements.ts'

/** @throws {InvalidFields} */
export function createAnnouncement(
  { db }: { db: Database },
  caller: SignedInCaller,
  form: AnnouncementForm,
): Promise<WireAnnouncement> {
  const content = acceptForm(form)
  return callerTransaction(db, caller, async (tx, caller) => {
    const id = await insertAnnouncement(tx, content, caller.id)
    await recordAuditEvent(tx, caller, {
      action: 'announcement.created',
      object: { type: 'announcement', id },
      after: announcementFacts(content),
    })
    return readAnnouncement(tx, id)
  })
}

/**
 * Changes a draft; fields that are not sent keep their values.
 * @throws {NotFound} · {Refused} 409 · {InvalidFields}
 */
export function changeAnnouncement(
  { db }: { db: Database },
  caller: SignedInCaller,
  { id, version, changes }: { id: number; version: number; changes: Partial<AnnouncementForm> },
): Promise<WireAnnouncement> {
  return callerTransaction(db, caller, async (tx, caller) => {
    const draft = await lockDraft(tx, id)
    requireVersion(draft, version)
    const content = acceptForm({ ...formOf(draft), ...changes })
    await saveAnnouncement(tx, id, content)
    await recordAuditEvent(tx, caller, {
      action: 'announcement.changed',
      object: { type: 'announcement', id },
      ...changedFacts(announcementFacts(draft), announcementFacts(content)),
    })
    return readAnnouncement(tx, id)
  })
}

function formOf(announcement: Announcement): AnnouncementForm {
  const { title, body, audience, project, condominium, sendsEmail, visibleUntil } = announcement
  return {
    title,
    body,
    audience,
    project,
    condominium,
    sends_email: sendsEmail,
    visible_until: visibleUntil ?? '',
  }
}

/** @throws {InvalidFields} */
function acceptForm(form: AnnouncementForm): AnnouncementContent {
  refuseFields(announcementErrors(form))
  return {
    title: cleanText(form.title),
    body: cleanText(form.body),
    ...exactAudience(form),
    sendsEmail: form.sends_email,
    visibleUntil: form.visible_until || null,
  }
}

/** A new draft with the same text, audience and files; a last day that is over is left out. */
export function copyAnnouncement(
  { db }: { db: Database },
  caller: SignedInCaller,
  originalId: number,
): Promise<WireAnnouncement> {
  return callerTransaction(db, caller, async (tx, caller) => {
    // The lock keeps its files, which a colleague may be removing.
    const original = await lockAnnouncement(tx, originalId)
    if (!original) throw new NotFound()
    const isOver = await isPast(tx, original.visibleUntil)
    const content = { ...original, visibleUntil: isOver ? null : original.visibleUntil }
    const id = await insertAnnouncement(tx, content, caller.id)
    await copyFiles(tx, originalId, id)
    await recordAuditEvent(tx, caller, {
      action: 'announcement.created',
      object: { type: 'announcement', id },
      after: { copied_from: originalId, ...announcementFacts(content) },
    })
    return readAnnouncement(tx, id)
  })
}

/** @throws {NotFound} · {Refused} 409 once it is published */
export async function lockDraft(tx: Transaction, id: number): Promise<Announcement> {
  const announcement = await lockAnnouncement(tx, id)
  if (!announcement) throw new NotFound()
  if (announcement.state === 'scheduled') throw new Refused(announcementMessages.scheduled, 409)
  if (announcement.state !== 'draft') throw new Refused(announcementMessages.notDraft, 409)
  return announcement
}

/** @throws {Refused} 409 when somebody changed it since the caller saw this version */
export function requireVersion(announcement: Announcement, version: number): void {
  if (announcement.version !== version) {
    throw new Refused(announcementMessages.changedMeanwhile, 409)
  }
}

/** The facts of an announcement in the audit log. */
export function announcementFacts(content: AnnouncementContent): Record<string, unknown> {
  const { title, body, audience, project, condominium, sendsEmail, visibleUntil } = content
  return {
    title,
    body,
    audience,
    project,
    condominium,
    sends_email: sendsEmail,
    visible_until: visibleUntil,
  }
}
