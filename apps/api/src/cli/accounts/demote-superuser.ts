import { canonicalRut } from '@carpeta/domain/people/rut'
import { Refused } from '../../http/errors.ts'
import { demoteSuperuser } from '../../users/superusers.ts'
import { UsageError } from '../usage-error.ts'
import { withDatabase } from '../with-database.ts'

/** Keeps the account and its groups. @throws {UsageError} for no superuser, and for the last one */
export async function runDemoteSuperuser(options: { rut: string }): Promise<void> {
  const rut = canonicalRut(options.rut)
  if (rut === null) throw new UsageError('Rut no válido.')
  try {
    await withDatabase((db) => demoteSuperuser(db, rut))
  } catch (error) {
    throw error instanceof Refused ? new UsageError([error.body].flat().join('\n')) : error
  }
  console.log('Ya no es superusuario; conserva su cuenta y sus grupos.')
}
