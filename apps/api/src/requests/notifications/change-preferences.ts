import { callerTransaction } from '../../auth/caller-transaction.ts'
import type { Database } from '../../db/client.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { saveWantsRequestEmails } from '../../users/email-preferences-store.ts'

/** Sets whether the caller gets emails about requests. Security emails are always sent. */
export async function changePreferences(
  { db }: { db: Database },
  caller: SignedInCaller,
  wantsRequestEmails: boolean,
): Promise<void> {
  await callerTransaction(
    db,
    caller,
    (tx) => saveWantsRequestEmails(tx, caller.user.id, wantsRequestEmails),
    { lock: 'update' },
  )
}
