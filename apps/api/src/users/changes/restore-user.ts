import type { User } from '@carpeta/contract/auth/auth-schemas'
import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import type { Database } from '../../db/client.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { presentUser } from '../present-user.ts'
import { lockActive } from '../users-store.ts'
import { lockTarget } from './lock-target.ts'
import { refuseTaken } from './refuse-taken.ts'
import { takeOutOfTrash } from './user-changes-store.ts'

/**
 * Takes an account out of the trash as it was, but for its sessions and links, which ended.
 * @throws {InvalidFields} when its rut, or the e-mail it logs in with, is another's by now
 */
export function restoreUser(
  { db }: { db: Database },
  caller: SignedInCaller,
  userId: number,
): Promise<User> {
  return refuseTaken(() =>
    db.transaction(async (tx) => {
      await lockTarget(tx, caller, userId, 'deleted')
      await takeOutOfTrash(tx, userId)
      await recordAuditEvent(tx, caller, {
        action: 'user.restored',
        object: { type: 'user', id: userId },
        subjectId: userId,
      })
      const restored = await lockActive(tx, userId)
      if (!restored) throw new Error('a row that is held is not there')
      return presentUser(restored)
    }),
  )
}
