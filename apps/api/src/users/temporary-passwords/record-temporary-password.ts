import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import type { Transaction } from '../../db/client.ts'
import type { Caller } from '../../http/caller.ts'

/** Records that staff chose a user's password, which the user must change. */
export async function recordTemporaryPassword(
  tx: Transaction,
  caller: Caller,
  userId: number,
): Promise<void> {
  await recordAuditEvent(tx, caller, {
    action: 'password.set_temporary',
    object: { type: 'user', id: userId },
    subjectId: userId,
  })
}
