import type { User } from '@carpeta/contract/auth'
import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import type { Database } from '../../db/client.ts'
import type { Staff } from '../../http/staff.ts'
import { presentUser } from '../present-user.ts'
import { lockActive } from '../users-store.ts'
import { lockTarget } from './lock-target.ts'
import { refuseTaken } from './refuse-taken.ts'
import { takeOutOfTrash } from './user-changes-store.ts'

/**
 * Takes an account out of the trash as it was, but for its sessions and links, which ended.
 * @throws {InvalidFields} when its rut, or the e-mail it logs in with, is another's by now
 */
export function restoreUser(db: Database, staff: Staff, userId: number): Promise<User> {
  return refuseTaken(() =>
    db.transaction(async (tx) => {
      await lockTarget(tx, staff, userId, 'deleted')
      await takeOutOfTrash(tx, userId)
      await recordAuditEvent(tx, staff.actor, {
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
