import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { canonicalRut, rutMessages } from '@carpeta/domain/people/rut'
import { counted } from '@carpeta/domain/text/counted'
import { UsageError } from '../config/usage-error.ts'
import type { Database } from '../db/client.ts'
import { Refused } from '../http/errors.ts'
import { countWithoutEmail, hasAccount, type Invitees } from '../people/invitations-store.ts'
import { inviteMembers } from '../users/invitations.ts'
import { createSuperuser, demoteSuperuser } from '../users/superusers.ts'
import { resetByOperator } from '../users/user-sign-in.ts'
import { withDatabase } from './prepare-database.ts'

interface SuperuserOptions {
  rut: string
  email: string
  firstName: string
  lastName: string
}

/** Asks for the password or reads it from standard input; `ps` would show an argument. */
export async function runCreateSuperuser(options: SuperuserOptions): Promise<void> {
  const rut = canonicalRut(options.rut)
  if (rut === null) return fail(`${rutMessages.invalid.text}.`)
  const password = process.stdin.isTTY ? await ask('Contraseña: ') : await text(process.stdin)
  try {
    await withDatabase((db, config) =>
      createSuperuser(
        { db, config },
        { ...options, rut, password: password.replace(/\r?\n$/, '') },
      ),
    )
    console.log('Superusuario creado.')
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    fail([error.body].flat().join('\n'))
  }
}

function fail(message: string): void {
  console.error(message)
  process.exitCode = 2
}

/** Asks without an echo. */
async function ask(question: string): Promise<string> {
  process.stdout.write(question)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  const answer = await terminal.question('')
  terminal.close()
  process.stdout.write('\n')
  return answer
}

/** Keeps the account and its groups. @throws {UsageError} for no superuser, and for the last one */
export async function runDemoteSuperuser(options: { rut: string }): Promise<void> {
  const rut = canonicalRut(options.rut)
  if (rut === null) throw new UsageError(`${rutMessages.invalid.text}.`)
  try {
    await withDatabase((db) => demoteSuperuser(db, rut))
  } catch (error) {
    throw error instanceof Refused ? new UsageError([error.body].flat().join('\n')) : error
  }
  console.log('Ya no es superusuario; conserva su cuenta y sus grupos.')
}

/** For the last superuser who lost every factor. @throws {UsageError} for no account or no factor */
export async function runResetFactor(options: { rut: string }): Promise<void> {
  const rut = canonicalRut(options.rut)
  if (rut === null) throw new UsageError(`${rutMessages.invalid.text}.`)
  try {
    await withDatabase((db, config) => resetByOperator({ db, config }, rut))
  } catch (error) {
    throw error instanceof Refused ? new UsageError([error.body].flat().join('\n')) : error
  }
  console.log(
    'Su segundo factor fue restablecido; sus sesiones y su contraseña terminaron. Recibe un correo para elegir otra.',
  )
}

interface InviteOptions {
  rut?: string
  allNotInvited?: boolean
}

/** Exits with 1 when the named member could not be invited. */
export async function runInvite(options: InviteOptions): Promise<void> {
  const invitees = readInvitees(options)
  await withDatabase(async (db) => {
    const invited = await inviteMembers(db, invitees)
    if (invited === 0 && invitees !== 'all-not-invited') {
      console.error(await whyNot(db, invitees.rut))
      process.exitCode = 1
      return
    }
    console.log(
      `${counted(invited, 'correo', 'correos')} en camino; los envía el portal en marcha.`,
    )
    const skipped = invitees === 'all-not-invited' ? await countWithoutEmail(db) : 0
    if (skipped > 0) {
      console.log(
        `${counted(skipped, 'cuenta', 'cuentas')} sin activar no se ${skipped === 1 ? 'invitó: no tiene' : 'invitaron: no tienen'} correo («Usuarios», filtro «Sin correo»).`,
      )
    }
  })
}

async function whyNot(db: Database, rut: string): Promise<string> {
  return (await hasAccount(db, rut))
    ? 'La cuenta con ese rut ya está activada, no tiene correo, está desactivada o tiene un correo en camino.'
    : 'No hay una cuenta con ese rut.'
}

function readInvitees({ rut, allNotInvited }: InviteOptions): Invitees {
  if (allNotInvited && rut === undefined) return 'all-not-invited'
  if (allNotInvited || rut === undefined) {
    throw new UsageError('Indique a quién: --rut RUT, o --all-not-invited.')
  }
  const canonical = canonicalRut(rut)
  if (canonical === null) throw new UsageError(`${rutMessages.invalid.text}.`)
  return { rut: canonical }
}
