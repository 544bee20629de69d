import { isValidEmail } from '@carpeta/domain/access/login-rules'
import { canonicalRut } from '@carpeta/domain/people/rut'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/client.ts'
import { SeveralPersons } from '../personal-data/find-person.ts'
import type { AccountKey } from '../users/people-store.ts'
import { UsageError } from './usage-error.ts'
import { withDatabase } from './with-database.ts'

/** Exactly one is given. Staff and people who registered by email may have no rut. */
export interface PersonOptions {
  rut?: string
  id?: string
  email?: string
}

/** For a command about one person. @throws {UsageError} for none or several */
export async function withPerson(
  options: PersonOptions,
  work: (db: Database, key: AccountKey, config: Config) => Promise<void>,
): Promise<void> {
  const key = readKey(options)
  try {
    await withDatabase((db, config) => work(db, key, config))
  } catch (error) {
    if (!(error instanceof SeveralPersons)) throw error
    const ids = error.accountIds.join(', ')
    throw new UsageError(`Varias personas tienen ese correo: indique la cuenta con --id (${ids}).`)
  }
}

function readKey({ rut, id, email }: PersonOptions): AccountKey {
  if ([rut, id, email].filter((given) => given !== undefined).length !== 1) {
    throw new UsageError(
      'Indique a quién, de una sola manera: --rut RUT, --id CUENTA o --email CORREO.',
    )
  }
  if (id !== undefined) {
    if (!/^[1-9]\d{0,8}$/.test(id)) throw new UsageError('El número de cuenta no es válido.')
    return { id: Number(id) }
  }
  if (email !== undefined) {
    if (!isValidEmail(email.trim())) throw new UsageError('Correo no válido.')
    return { email: email.trim() }
  }
  const canonical = canonicalRut(rut ?? '')
  if (canonical === null) throw new UsageError('Rut no válido.')
  return { rut: canonical }
}
