import type { WireAnnouncement } from '@carpeta/contract/announcements'
import {
  type AnnouncementForm,
  announcementErrors,
  exactAudience,
} from '@carpeta/domain/announcements/announcement-rules'
import { cleanText } from '@carpeta/domain/text/written-text-rules'
import { changedFacts } from '../audit/audit-event.ts'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import { callerTransaction } from '../auth/caller-transaction.ts'
import type { Database } from '../db/client.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { refuseFields } from '../http/errors.ts'
import { announcementFacts } from './announcement-facts.ts'
import {
  type Announcement,
  type AnnouncementContent,
  insertAnnouncement,
  saveAnnouncement,
} from './announcements-store.ts'
import { lockDraft, requireVersion } from './lock-draft.ts'
import { readAnnouncement } from './present-announcement.ts'

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

export function formOf(announcement: Announcement): AnnouncementForm {
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
