import { canonicalRut } from '@carpeta/domain/rut'
import type { Invitees } from '../accounts/invitations-store.ts'
import { inviteMembers } from '../accounts/invite-members.ts'
import { withDatabase } from './with-database.ts'

interface Options {
  rut?: string
  allNotInvited?: boolean
}

export async function runInvite(options: Options): Promise<void> {
  const invitees = readInvitees(options)
  if (invitees === null) {
    console.error('Indique a quién: --rut RUT, o --all-not-invited.')
    process.exitCode = 2
    return
  }
  const invited = await withDatabase((db) => inviteMembers(db, invitees))
  if (invited === 0 && invitees !== 'all-not-invited') {
    console.error(
      'No hay una cuenta sin activar, con correo y sin carta en camino, que tenga ese rut.',
    )
    process.exitCode = 1
    return
  }
  console.log(
    `${invited} ${invited === 1 ? 'carta' : 'cartas'} en camino; las envía el portal en marcha.`,
  )
}

function readInvitees({ rut, allNotInvited }: Options): Invitees | null {
  if (allNotInvited) return rut === undefined ? 'all-not-invited' : null
  const canonical = canonicalRut(rut ?? '')
  return canonical === null ? null : { rut: canonical }
}
