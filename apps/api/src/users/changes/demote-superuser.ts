import { userRefusals } from '@carpeta/domain/people/user-rules'
import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import type { Database } from '../../db/client.ts'
import { operator } from '../../http/caller.ts'
import { Refused } from '../../http/errors.ts'
import { requireOtherSuperuser } from './require-other-superuser.ts'
import { lockSuperusers, removeSuperuser } from './user-changes-store.ts'

/**
 * Makes a superuser an ordinary user, who keeps the account and its groups. Also works on a deleted
 * superuser, who could not be erased otherwise. @throws {Refused}
 */
export async function demoteSuperuser(db: Database, rut: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockSuperusers(tx)
    const ids = await removeSuperuser(tx, rut)
    if (ids.length === 0) throw new Refused(userRefusals.notSuperuser)
    for (const id of ids) {
      await requireOtherSuperuser(tx, { id, isSuperuser: true })
      await recordAuditEvent(tx, operator, {
        action: 'user.changed',
        object: { type: 'user', id },
        subjectId: id,
        before: { is_superuser: true },
        after: { is_superuser: false },
      })
    }
  })
}
