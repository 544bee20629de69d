import { userRefusals } from '@carpeta/domain/people/user-rules'
import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import { callerTransaction } from '../../auth/caller-transaction.ts'
import type { Database } from '../../db/client.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { Refused } from '../../http/errors.ts'
import { endAccess } from './end-access.ts'
import { lockTarget, requireMayDeleteOrRestore } from './lock-target.ts'
import { requireOtherSuperuser } from './require-other-superuser.ts'
import { userAuditFacts } from './user-audit-facts.ts'
import { softDeleteUser } from './user-changes-store.ts'

/**
 * Moves an account to the trash. Ends its access at once and frees its rut.
 * @throws {Refused} 403 for the caller's own account, for the last superuser and for a user with more
 * permissions than the caller
 */
export async function deleteUser(
  { db }: { db: Database },
  caller: SignedInCaller,
  userId: number,
): Promise<void> {
  if (userId === caller.user.id) throw new Refused(userRefusals.deletesSelf, 403)
  await callerTransaction(db, caller, async (tx, caller) => {
    const target = await lockTarget(tx, caller, userId)
    requireMayDeleteOrRestore(caller.user, target)
    await requireOtherSuperuser(tx, target)
    await softDeleteUser(tx, userId)
    await endAccess(tx, userId)
    await recordAuditEvent(tx, caller, {
      action: 'user.deleted',
      object: { type: 'user', id: userId },
      subjectId: userId,
      before: userAuditFacts(target),
    })
  })
}
