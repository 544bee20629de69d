import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, relative } from 'node:path'
import { readClock } from '../../db/server-store.ts'
import { type Check, failure, ok, warning } from './check.ts'

// Settings that production refuses never get here: see `config/production-rules.ts`.

export const addressCheck: Check = {
  name: 'Dirección',
  examine: ({ config: { publicUrl, environment } }) => {
    if (publicUrl.protocol === 'https:' || environment === 'local') return ok(publicUrl.origin)
    return warning(`${publicUrl.origin} no es https: contraseñas y sesiones viajan sin cifrar.`)
  },
}

export const proxyCheck: Check = {
  name: 'Proxy',
  examine: ({ config: { trustProxy, environment } }) => {
    if (trustProxy === true) return ok('se confía en quien se conecta, un proxy.')
    if (trustProxy) return ok(`se confía en ${trustProxy.join(', ')}.`)
    if (environment === 'local') return ok('ninguno.')
    return warning(
      'ninguno (TRUST_PROXY): si hay uno delante, todas las visitas parecerán venir de su dirección.',
    )
  },
}

export const secretKeyCheck: Check = {
  name: 'Clave secreta',
  examine: ({ config: { secretKeys } }) => {
    const former = secretKeys.length - 1
    if (former === 0) return ok('una.')
    return ok(
      `una, y ${former} de antes en SECRET_KEY_PREVIOUS: quítelas cuando pase lo que dura una sesión y no queden correos en espera.`,
    )
  },
}

const GB = 1024 ** 3
const FEW_BYTES = 5 * GB
const TOO_FEW_BYTES = GB / 2
/** A code of an application is valid for half a minute. */
const WRONG_CLOCK_MS = 20_000
const INEXACT_CLOCK_MS = 2_000

export const diskCheck: Check = {
  name: 'Disco',
  examine: async ({ config: { dataDir, documents } }) => {
    const isElsewhere =
      documents.kind === 'folder' && relative(dataDir, documents.folder).startsWith('..')
    const folders = isElsewhere ? [dataDir, documents.folder] : [dataDir]
    const free = await Promise.all(
      folders.map(async (folder) => ({ folder, bytes: await freeBytes(folder) })),
    )
    const text = `${free.map(({ folder, bytes }) => `quedan ${gigabytes(bytes)} GB en ${folder}`).join(', ')}.`
    const least = Math.min(...free.map(({ bytes }) => bytes))
    if (least < TOO_FEW_BYTES) return failure(text)
    return least < FEW_BYTES ? warning(text) : ok(text)
  },
}

export const clockCheck: Check = {
  name: 'Reloj',
  examine: async ({ config, database }) => {
    const connection = config.databaseUrl ? await database() : null
    if (!connection) return ok('uno solo, el de esta máquina.')
    const asked = Date.now()
    const now = await readClock(connection.db)
    // The database looked at its clock between the question and the answer.
    const difference = Math.max(0, asked - now.getTime(), now.getTime() - Date.now())
    const text = `difiere en ${Math.round(difference / 1000)} segundos del de la base de datos.`
    if (difference > WRONG_CLOCK_MS) {
      return failure(`${text} Los códigos de segundo factor y los plazos quedan mal.`)
    }
    return difference > INEXACT_CLOCK_MS
      ? warning(text)
      : ok('el mismo que el de la base de datos.')
  },
}

/** Free bytes of the folder, or of its nearest parent that exists. */
async function freeBytes(folder: string): Promise<number> {
  let existing = folder
  while (!existsSync(existing) && dirname(existing) !== existing) existing = dirname(existing)
  const { bavail, bsize } = await statfs(existing)
  return bavail * bsize
}

function gigabytes(bytes: number): string {
  return (bytes / GB).toFixed(1).replace('.', ',')
}
