import { recordAuditEvent } from '../audit/record-audit-event.ts'
import { callerTransaction } from '../auth/caller-transaction.ts'
import type { Database, Transaction } from '../db/client.ts'
import { queueRemoval } from '../documents/remove-documents.ts'
import type { SignedInCaller } from '../http/caller.ts'
import {
  deleteAnnouncement,
  detachFiles,
  lockOldAnnouncements,
  lockSampleAnnouncements,
} from './announcements-store.ts'
import { announcementFacts, lockDraft } from './drafts.ts'

/** Deletes a draft for good. @throws {NotFound} · {Refused} 409 once it is published */
export async function deleteDraft(
  { db }: { db: Database },
  caller: SignedInCaller,
  id: number,
): Promise<void> {
  await callerTransaction(db, caller, async (tx, caller) => {
    const draft = await lockDraft(tx, id)
    await deleteWithFiles(tx, [id])
    await recordAuditEvent(tx, caller, {
      action: 'announcement.deleted',
      object: { type: 'announcement', id },
      before: announcementFacts(draft),
    })
  })
}

/** With who read them and who got an email. @returns how many */
export function deleteOldAnnouncements(db: Database, years: number): Promise<number> {
  return db.transaction(async (tx) => deleteWithFiles(tx, await lockOldAnnouncements(tx, years)))
}

/** Runs with the first real import. */
export async function deleteSampleAnnouncements(tx: Transaction): Promise<void> {
  await deleteWithFiles(tx, await lockSampleAnnouncements(tx))
}

/** Deletes locked announcements; a job removes the files that no copy has. @returns how many */
async function deleteWithFiles(tx: Transaction, ids: number[]): Promise<number> {
  await queueRemoval(tx, await detachFiles(tx, ids))
  for (const id of ids) await deleteAnnouncement(tx, id)
  return ids.length
}
