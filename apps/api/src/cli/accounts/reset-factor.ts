import { canonicalRut } from '@carpeta/domain/people/rut'
import { resetByOperator } from '../../auth/user-sign-in.ts'
import { Refused } from '../../http/errors.ts'
import { UsageError } from '../usage-error.ts'
import { withDatabase } from '../with-database.ts'

/** For the last superuser who lost every factor. @throws {UsageError} for no account or no factor */
export async function runResetFactor(options: { rut: string }): Promise<void> {
  const rut = canonicalRut(options.rut)
  if (rut === null) throw new UsageError('Rut no válido.')
  try {
    await withDatabase((db, config) => resetByOperator({ db, config }, rut))
  } catch (error) {
    throw error instanceof Refused ? new UsageError([error.body].flat().join('\n')) : error
  }
  console.log(
    'Su segundo factor fue restablecido y sus sesiones, cerradas. Se le avisa por correo.',
  )
}
