import type { User } from '@carpeta/contract/auth/auth-schemas'
import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import { callerTransaction } from '../../auth/caller-transaction.ts'
import type { Database } from '../../db/client.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { presentUser } from '../present-user.ts'
import { lockActive } from '../users-store.ts'
import { lockTarget, requireMayDeleteOrRestore } from './lock-target.ts'
import { refuseTakenLogin } from './refuse-taken.ts'
import { undeleteUser } from './user-changes-store.ts'

/**
 * Takes an account out of the trash. Its sessions and links stay ended.
 * @throws {InvalidFields} when another account has its rut, or the email that it logs in with
 * @throws {Refused} 403 for a user with more permissions than the caller
 */
export function restoreUser(
  { db }: { db: Database },
  caller: SignedInCaller,
  userId: number,
): Promise<User> {
  return refuseTakenLogin(() =>
    callerTransaction(db, caller, async (tx, caller) => {
      const target = await lockTarget(tx, caller, userId, 'deleted')
      requireMayDeleteOrRestore(caller.user, target)
      await undeleteUser(tx, userId)
      await recordAuditEvent(tx, caller, {
        action: 'user.restored',
        object: { type: 'user', id: userId },
        subjectId: userId,
      })
      const restored = await lockActive(tx, userId)
      if (!restored) throw new Error('the locked account has no row')
      return presentUser(restored)
    }),
  )
}
