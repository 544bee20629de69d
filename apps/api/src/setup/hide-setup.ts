import { setupMessages } from '@carpeta/domain/setup/setup-steps'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import { callerTransaction } from '../auth/caller-transaction.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/client.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { Refused } from '../http/errors.ts'
import { countMissingOf, readSetup } from './read-setup.ts'
import { saveHidden } from './setup-store.ts'

/** Only from the start page of staff: the screen stays. @throws {Refused} 409 while a step is missing */
export async function hideSetup(
  { db, config }: { db: Database; config: Config },
  caller: SignedInCaller,
  isHidden: boolean,
): Promise<void> {
  if (isHidden && countMissingOf(await readSetup({ db, config })) > 0) {
    throw new Refused(setupMessages.notDone, 409)
  }
  await callerTransaction(db, caller, async (tx, caller) => {
    await saveHidden(tx, isHidden)
    await recordAuditEvent(tx, caller, { action: 'setup.hidden', after: { is_hidden: isHidden } })
  })
}
