import { recordAuditEvent } from '../audit/record-audit-event.ts'
import { callerTransaction } from '../auth/caller-transaction.ts'
import type { Database } from '../db/client.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { announcementFacts } from './announcement-facts.ts'
import { deleteWithFiles } from './delete-with-files.ts'
import { lockDraft } from './lock-draft.ts'

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
