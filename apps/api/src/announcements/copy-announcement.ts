import type { WireAnnouncement } from '@carpeta/contract/announcements'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import { callerTransaction } from '../auth/caller-transaction.ts'
import type { Database } from '../db/client.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { NotFound } from '../http/errors.ts'
import { announcementFacts } from './announcement-facts.ts'
import { insertAnnouncement, isPast, lockAnnouncement } from './announcements-store.ts'
import { copyFiles } from './attachments/announcement-files-store.ts'
import { readAnnouncement } from './present-announcement.ts'

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
