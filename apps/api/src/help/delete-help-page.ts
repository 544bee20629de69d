import { recordAuditEvent } from '../audit/record-audit-event.ts'
import { callerTransaction } from '../auth/caller-transaction.ts'
import type { Database } from '../db/client.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { NotFound } from '../http/errors.ts'
import { deletePage, findPage, lockPages } from './help-pages-store.ts'

/** Deletes a page for good; the audit log keeps its text. @throws {NotFound} */
export async function deleteHelpPage(
  { db }: { db: Database },
  caller: SignedInCaller,
  id: number,
): Promise<void> {
  await callerTransaction(db, caller, async (tx, caller) => {
    await lockPages(tx)
    const page = await findPage(tx, id)
    if (!page) throw new NotFound()
    await deletePage(tx, id)
    const { topic, title, body } = page
    await recordAuditEvent(tx, caller, {
      action: 'help_page.deleted',
      object: { type: 'help_page', id },
      before: { topic, title, body },
    })
  })
}
