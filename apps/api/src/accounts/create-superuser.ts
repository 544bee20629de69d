import { hashPassword } from '../auth/passwords.ts'
import type { Database } from '../db/client.ts'
import { Refused } from '../http/errors.ts'
import { findByRut, insertSuperuser } from '../users/users-store.ts'
import { acceptPassword } from './accept-password.ts'

/** The first account of an installation, and any later superuser. @throws {Refused} */
export async function createSuperuser(
  db: Database,
  person: {
    rut: string
    firstName: string
    lastName: string
    email: string
    password: string
  },
): Promise<void> {
  const { password, ...account } = person
  acceptPassword(password, account)
  const [taken] = await findByRut(db, person.rut)
  if (taken) throw new Refused('Ya existe un usuario con este rut')
  await insertSuperuser(db, { ...account, passwordHash: await hashPassword(password) })
}
