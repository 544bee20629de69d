import { isValidEmail } from '@carpeta/domain/login-rules'
import { canonicalRut } from '@carpeta/domain/rut'
import type { Config } from '../config.ts'
import type { Database } from '../db/client.ts'
import { SeveralPersons } from '../personal-data/find-person.ts'
import type { AccountKey } from '../personal-data/person-store.ts'
import { withDatabase } from './with-database.ts'

/** One of them. Staff and people who registered by e-mail have no rut. */
export interface PersonOptions {
  rut?: string
  id?: string
  email?: string
}

/** For a command about one person: ends with 2 when nobody is named, or more than one. */
export async function withPerson(
  whom: PersonOptions,
  work: (db: Database, key: AccountKey, config: Config) => Promise<void>,
): Promise<void> {
  const key = readKey(whom)
  if (typeof key === 'string') return fail(key)
  try {
    await withDatabase((db, config) => work(db, key, config))
  } catch (error) {
    if (!(error instanceof SeveralPersons)) throw error
    const ids = error.accountIds.join(', ')
    fail(`Varias personas tienen ese correo: indique la cuenta con --id (${ids}).`)
  }
}

/** Or the sentence why there is none. */
function readKey({ rut, id, email }: PersonOptions): AccountKey | string {
  if ([rut, id, email].filter((given) => given !== undefined).length !== 1) {
    return 'Indique a quién, de una sola manera: --rut RUT, --id CUENTA o --email CORREO.'
  }
  if (id !== undefined) {
    return /^[1-9]\d{0,8}$/.test(id) ? { id: Number(id) } : 'El número de cuenta no es válido.'
  }
  if (email !== undefined) {
    return isValidEmail(email.trim()) ? { email: email.trim() } : 'Correo no válido.'
  }
  const canonical = canonicalRut(rut ?? '')
  return canonical === null ? 'Rut no válido.' : { rut: canonical }
}

function fail(message: string): void {
  console.error(message)
  process.exitCode = 2
}
