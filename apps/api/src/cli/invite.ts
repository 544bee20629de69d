import { canonicalRut } from '@carpeta/domain/people/rut'
import type { Database } from '../db/client.ts'
import { inviteMembers } from '../users/invitations.ts'
import { hasAccount, type Invitees } from '../users/invitations-store.ts'
import { UsageError } from './usage-error.ts'
import { withDatabase } from './with-database.ts'

interface Options {
  rut?: string
  allNotInvited?: boolean
}

/** Exits with 1 when the named member could not be invited. */
export async function runInvite(options: Options): Promise<void> {
  const invitees = readInvitees(options)
  await withDatabase(async (db) => {
    const invited = await inviteMembers(db, invitees)
    if (invited === 0 && invitees !== 'all-not-invited') {
      console.error(await whyNot(db, invitees.rut))
      process.exitCode = 1
      return
    }
    console.log(
      `${invited} ${invited === 1 ? 'correo' : 'correos'} en camino; los envía el portal en marcha.`,
    )
  })
}

async function whyNot(db: Database, rut: string): Promise<string> {
  return (await hasAccount(db, rut))
    ? 'La cuenta con ese rut ya está activada, no tiene correo, está desactivada o tiene un correo en camino.'
    : 'No hay una cuenta con ese rut.'
}

function readInvitees({ rut, allNotInvited }: Options): Invitees {
  if (allNotInvited && rut === undefined) return 'all-not-invited'
  if (allNotInvited || rut === undefined) {
    throw new UsageError('Indique a quién: --rut RUT, o --all-not-invited.')
  }
  const canonical = canonicalRut(rut)
  if (canonical === null) throw new UsageError('Rut no válido.')
  return { rut: canonical }
}
