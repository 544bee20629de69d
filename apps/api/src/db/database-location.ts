import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, readFileSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { readOrCreateFile } from '../config/read-or-create-file.ts'
import { UsageError } from '../config/usage-error.ts'

/** Replaces a data folder that the account `postgres` cannot enter. */
export const SYSTEM_DIR = '/var/lib/carpeta-virtual'

/** In DATA_DIR: where the embedded database is, so that no start overlooks it and makes an empty one. */
const RECORD = 'database-location'

/** The embedded database is not where it was, or cannot be entered. */
class DatabaseMoved extends UsageError {}

interface DatabaseLocation {
  /** The folder with `cluster`, the files of PostgreSQL. */
  folder: string
  /** Not in DATA_DIR. */
  isOutside: boolean
  /** There is no database yet. */
  isNew: boolean
}

/** Finds the embedded database of a data folder, or the place for a new one. @throws {DatabaseMoved} */
export function findDatabase(dataDir: string, account: Account | null): DatabaseLocation {
  const inside = join(dataDir, 'postgres')
  const outside = join(SYSTEM_DIR, shortHash(inside))
  const chosen = canReach(dataDir, account) ? inside : outside
  const recorded = readRecord(dataDir)
  if (recorded !== null) {
    if (!hasDatabase(recorded)) throw missing(dataDir, recorded, chosen)
    return existing(recorded)
  }
  // Earlier versions kept no record.
  const found = [inside, outside].filter(hasDatabase)
  if (found.length > 1) throw ambiguous(dataDir, inside, outside)
  return found[0]
    ? existing(found[0])
    : { folder: chosen, isOutside: chosen === outside, isNew: true }

  function existing(folder: string): DatabaseLocation {
    if (!canReach(dirname(folder), account)) throw unreachable(folder, outside, account)
    return { folder, isOutside: isBeyond(dataDir, folder), isNew: false }
  }
}

/** Records the place once the database exists. Inside DATA_DIR it moves with it. */
export function recordDatabase(dataDir: string, { folder, isOutside }: DatabaseLocation): void {
  const place = isOutside ? folder : relative(dataDir, folder)
  readOrCreateFile(join(dataDir, RECORD), () => `${place}\n`)
}

/** For the first line of output; null when there is nothing to say. */
export function locationNotice({ folder, isOutside, isNew }: DatabaseLocation): string | null {
  const what = isNew ? 'Se crea una base de datos nueva y vacía' : 'La base de datos está'
  if (isOutside) {
    return `${what} FUERA de DATA_DIR, en ${folder}${isNew ? ', porque PostgreSQL no puede entrar a DATA_DIR' : ''}.`
  }
  return isNew ? `${what} en ${folder}.` : null
}

export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}

function readRecord(dataDir: string): string | null {
  try {
    return resolve(dataDir, readFileSync(join(dataDir, RECORD), 'utf8').trim())
  } catch (error) {
    if (isMissing(error)) return null
    throw new DatabaseMoved(
      `No se puede leer ${join(dataDir, RECORD)}, que dice dónde está la base de datos. Deje entrar a DATA_DIR a la cuenta con que corre el portal.`,
    )
  }
}

/** Whether the folder has a database, also when this process may not look inside. */
function hasDatabase(folder: string): boolean {
  try {
    statSync(join(folder, 'cluster', 'PG_VERSION'))
    return true
  } catch (error) {
    return !isMissing(error)
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(ENOENT|ENOTDIR)$/.test(String(error.code))
}

function isBeyond(dataDir: string, folder: string): boolean {
  const path = relative(dataDir, folder)
  return path.startsWith('..') || isAbsolute(path)
}

function missing(dataDir: string, recorded: string, chosen: string): DatabaseMoved {
  return new DatabaseMoved(
    `La base de datos estaba en ${recorded} y ya no está; una nueva quedaría vacía en ${chosen}. ` +
      `Devuélvala a su lugar (o recupere un respaldo), o, si la movió, escriba su carpeta en ${join(dataDir, RECORD)}. ` +
      'Para empezar de cero, borre ese archivo.',
  )
}

function unreachable(folder: string, outside: string, account: Account | null): DatabaseMoved {
  const who = account ? 'la cuenta «postgres»' : 'la cuenta con que corre el portal'
  return new DatabaseMoved(
    `La base de datos está en ${folder}, pero ${who} no puede entrar ahí; una nueva quedaría vacía en ${outside}. ` +
      `Devuelva el permiso de entrada a ${dirname(folder)} y a las carpetas que la contienen (chmod a+x).`,
  )
}

function ambiguous(dataDir: string, inside: string, outside: string): DatabaseMoved {
  return new DatabaseMoved(
    `Hay dos bases de datos de ${dataDir}: en ${inside} y en ${outside}. ` +
      `Escriba en ${join(dataDir, RECORD)} la carpeta de la que vale.`,
  )
}

/** A system account that PostgreSQL runs as. */
export interface Account {
  uid: number
  gid: number
}

/** PostgreSQL refuses to run as root; null means that it runs as the current user. */
export function accountForPostgres(): Account | null {
  if (process.geteuid?.() !== 0) return null
  return findAccount('postgres') ?? createAccount('postgres')
}

function findAccount(name: string): Account | null {
  try {
    const id = (flag: string) =>
      Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }).toString())
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    return null
  }
}

function createAccount(name: string): Account | null {
  try {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', name])
  } catch {
    // Another process may have created it at the same moment.
    if (!findAccount(name)) {
      throw new Error(
        'PostgreSQL no puede correr como root y no se pudo crear la cuenta «postgres». Use otra cuenta, o DATABASE_URL.',
      )
    }
  }
  return findAccount(name)
}

/** Whether the account can enter `path` and every folder above it; a `0700` home prevents it. */
export function canReach(path: string, account: Account | null): boolean {
  if (account === null) {
    try {
      accessSync(path, constants.R_OK | constants.X_OK)
      return true
    } catch {
      return false
    }
  }
  for (let folder = path; ; folder = dirname(folder)) {
    const { mode, uid, gid } = statSync(folder)
    const allowed =
      uid === account.uid ? mode & 0o100 : gid === account.gid ? mode & 0o010 : mode & 0o001
    if (!allowed) return false
    if (folder === dirname(folder)) return true
  }
}
