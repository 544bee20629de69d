import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { COMMAND_LINE, importTokenStateLabels } from '@carpeta/domain/imports/import-token-rules'
import { UsageError } from '../config/usage-error.ts'
import { operator } from '../http/caller.ts'
import { HttpError, NotFound } from '../http/errors.ts'
import { createServerToken, revokeImportToken } from '../imports/import-tokens.ts'
import { listTokens } from '../imports/import-tokens-store.ts'
import { withDatabase } from './prepare-database.ts'

/** Prints the token alone on the standard output, so that a script can store it. */
export async function runCreateImportToken(form: { name: string; days: number }): Promise<void> {
  const created = await withDatabase((db) => createServerToken({ db }, form)).catch(asUsageError)
  console.error(
    `Token nº ${created.id}, válido hasta ${dateTimeInSantiago(created.expires_at)}. Guárdelo ahora: no se vuelve a mostrar.`,
  )
  console.log(created.token)
}

export async function runListImportTokens(): Promise<void> {
  const tokens = await withDatabase((db) => listTokens(db))
  if (tokens.length === 0) console.log('No hay tokens.')
  for (const { id, name, prefix, state, created_by, expires_at, last_used_at } of tokens) {
    const used = last_used_at ? `usado ${dateTimeInSantiago(last_used_at)}` : 'sin uso'
    const until = `vence ${dateTimeInSantiago(expires_at)}`
    const label = importTokenStateLabels[state]
    const whose = created_by || COMMAND_LINE
    console.log([id, `${prefix}…`, label, until, used, whose, name].join('  '))
  }
}

export async function runRevokeImportToken({ id }: { id: string }): Promise<void> {
  const unknown = new UsageError(`No hay un token vigente nº ${id}.`)
  if (!/^\d{1,9}$/.test(id)) throw unknown
  await withDatabase((db) => revokeImportToken({ db }, operator, Number(id))).catch(
    (error: unknown) => {
      throw error instanceof NotFound ? unknown : error
    },
  )
  console.log('Token revocado: ya no sirve.')
}

function asUsageError(error: unknown): never {
  if (!(error instanceof HttpError)) throw error
  const { body } = error
  const lines = typeof body === 'object' && body !== null ? Object.values(body).flat() : [body]
  throw new UsageError(lines.join('\n'))
}
