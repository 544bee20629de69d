import { isValidEmail } from '@carpeta/domain/access/login-rules'
import { personNameError, userFormMessages } from '@carpeta/domain/people/user-form-rules'
import { userRefusals } from '@carpeta/domain/people/user-rules'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import { validatePassword } from '../auth/new-passwords.ts'
import { hashPassword } from '../auth/passwords.ts'
import type { Config } from '../config/config.ts'
import type { JobDatabase, Transaction } from '../db/client.ts'
import { operator } from '../http/caller.ts'
import { Refused } from '../http/errors.ts'
import {
  findByRut,
  hasOtherSuperuser,
  insertSuperuser,
  lockActive,
  lockSuperusers,
  removeSuperuser,
} from '../people/users-store.ts'
import { endLostPreparations } from './changed-account.ts'

/** Creates the first account of an installation, or another superuser. @throws {Refused} */
export async function createSuperuser(
  { db, config }: { db: JobDatabase; config: Config },
  person: {
    rut: string
    firstName: string
    lastName: string
    email: string
    password: string
  },
): Promise<void> {
  const { password, ...account } = person
  const { firstName, lastName } = userFormMessages
  const nameError =
    personNameError(person.firstName, firstName) ?? personNameError(person.lastName, lastName)
  if (nameError !== null) throw new Refused(nameError)
  // Warnings and the link of a reset go there.
  if (!isValidEmail(person.email)) throw new Refused(userFormMessages.emailInvalid)
  validatePassword(password, account, config)
  const [taken] = await findByRut(db, person.rut)
  if (taken) throw new Refused(userFormMessages.rutTaken)
  const passwordHash = await hashPassword(password, null)
  await db.transaction(async (tx) => {
    const id = await insertSuperuser(tx, { ...account, passwordHash })
    await recordAuditEvent(tx, operator, {
      action: 'user.created',
      object: { type: 'user', id },
      subjectId: id,
      after: { is_superuser: true },
    })
  })
}

/**
 * Makes a superuser an ordinary user, who keeps the account and its groups. Also works on a deleted
 * superuser, who could not be erased otherwise. @throws {Refused}
 */
export async function demoteSuperuser(db: JobDatabase, rut: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockSuperusers(tx)
    const ids = await removeSuperuser(tx, rut)
    if (ids.length === 0) throw new Refused(userRefusals.notSuperuser)
    for (const id of ids) {
      const account = await lockActive(tx, id)
      const before = account && { ...account, isSuperuser: true }
      if (before) await endLostPreparations(tx, operator, before, account)
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

/** Runs before an account loses its superuser access. @throws {Refused} 403 for the last superuser */
export async function requireOtherSuperuser(
  tx: Transaction,
  { id, isSuperuser }: { id: number; isSuperuser: boolean },
): Promise<void> {
  if (isSuperuser && !(await hasOtherSuperuser(tx, id))) {
    throw new Refused(userRefusals.lastSuperuser, 403)
  }
}
