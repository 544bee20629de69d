import { personNameError, userFormMessages } from '@carpeta/domain/people/user-form-rules'
import { validatePassword } from '../../account/links/validate-password.ts'
import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import { hashPassword } from '../../auth/passwords.ts'
import type { Config } from '../../config/config.ts'
import type { Database } from '../../db/client.ts'
import { operator } from '../../http/caller.ts'
import { Refused } from '../../http/errors.ts'
import { findByRut, insertSuperuser } from '../users-store.ts'

/** Creates the first account of an installation, or another superuser. @throws {Refused} */
export async function createSuperuser(
  { db, config }: { db: Database; config: Config },
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
  validatePassword(password, account, config)
  const [taken] = await findByRut(db, person.rut)
  if (taken) throw new Refused('Ya existe un usuario con este rut')
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
