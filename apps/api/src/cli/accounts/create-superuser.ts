import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { canonicalRut } from '@carpeta/domain/people/rut'
import { Refused } from '../../http/errors.ts'
import { createSuperuser } from '../../users/superusers.ts'
import { withDatabase } from '../with-database.ts'

interface Options {
  rut: string
  email: string
  firstName: string
  lastName: string
}

/** Asks for the password or reads it from standard input; `ps` would show an argument. */
export async function runCreateSuperuser(options: Options): Promise<void> {
  const rut = canonicalRut(options.rut)
  if (rut === null) return fail('Rut no válido.')
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
