import { callerTransaction } from '../../auth/caller-transaction.ts'
import type { Database } from '../../db/client.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { saveEmailPreferences } from '../../users/email-preferences-store.ts'

/** Sets which emails the caller gets. Security emails are always sent. */
export async function changePreferences(
  { db }: { db: Database },
  caller: SignedInCaller,
  changes: Parameters<typeof saveEmailPreferences>[2],
): Promise<void> {
  await callerTransaction(db, caller, (tx) => saveEmailPreferences(tx, caller.user.id, changes), {
    lock: 'update',
  })
}
