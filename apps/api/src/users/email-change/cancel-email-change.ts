import type { User } from '@carpeta/contract/auth/auth-schemas'
import { mayChangeCredentials, userRefusals } from '@carpeta/domain/people/user-rules'
import { recordAuditEvent, recordAuditedRead } from '../../audit/record-audit-event.ts'
import { callerTransaction } from '../../auth/caller-transaction.ts'
import type { Database, Transaction } from '../../db/client.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { NotFound, Refused } from '../../http/errors.ts'
import { requireTouchable } from '../changes/lock-target.ts'
import { presentUser } from '../present-user.ts'
import { lockActive, touchAccount } from '../users-store.ts'
import { endPendingChange } from './email-changes-store.ts'

/**
 * Cancels the pending change of one's own email or, for staff, of another user's. Repeating it
 * changes nothing.
 * @throws {NotFound} · {Forbidden} · {Refused} 403 for a user with more permissions than the caller
 */
export async function cancelEmailChange(
  { db }: { db: Database },
  caller: SignedInCaller,
  userId: number,
): Promise<User> {
  const isOwn = userId === caller.user.id
  const cancel = async (tx: Transaction, caller: SignedInCaller) => {
    const account = await lockActive(tx, userId)
    if (!account) throw new NotFound()
    requireTouchable(caller.user, account)
    if (!isOwn && !mayChangeCredentials(caller.user, presentUser(account))) {
      throw new Refused(userRefusals.strongerAccount, 403)
    }
    if (await endPendingChange(tx, userId)) {
      await touchAccount(tx, userId)
      await recordAuditEvent(tx, caller, {
        action: 'email.change_cancelled',
        object: { type: 'user', id: userId },
        subjectId: userId,
        before: { email: account.pendingEmail ?? '' },
      })
    } else {
      await recordAuditedRead(tx, caller, { type: 'user', id: userId }, userId)
    }
    return presentUser((await lockActive(tx, userId)) ?? account)
  }
  return callerTransaction(db, caller, cancel, { lock: isOwn ? 'update' : 'share' })
}
