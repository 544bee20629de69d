import { once } from 'node:events'
import { createReadStream, createWriteStream, existsSync, type ReadStream } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, unlink } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { requireStorageLocation, type StorageLocation } from '../config/storage-location.ts'
import { diskAt, syncFolder, writeAndSync } from '../storage/disk.ts'
import { BackupRefused } from './backup-error.ts'

/** The place of backups that an operator named. */
export interface BackupPlace {
  store: BackupStore
  /** The one file that was named; null for a folder or a bucket of backups. */
  fileName: string | null
}

/** A folder, the file of a backup, or a bucket `s3://…`. @throws {BackupRefused | ConfigError} */
export function readBackupPlace(given: string | undefined, env: NodeJS.ProcessEnv): BackupPlace {
  if (!given) {
    throw new BackupRefused(
      'Indique dónde: una carpeta, un archivo .tar.gz, s3://BUCKET?…, o el ajuste BACKUP_URL.',
    )
  }
  if (/^(s3|file):/.test(given)) {
    const location = requireStorageLocation('La dirección del respaldo', given, env)
    if (location.kind === 'bucket' || !namesFile(location.folder)) return wholePlace(location)
    return placeOfPath(location.folder)
  }
  return placeOfPath(resolve(given))
}

function placeOfPath(path: string): BackupPlace {
  if (!namesFile(path)) return wholePlace({ kind: 'folder', folder: path })
  const store = backupStoreAt({ kind: 'folder', folder: dirname(path) })
  return { store, fileName: basename(path) }
}

function wholePlace(location: StorageLocation): BackupPlace {
  return { store: backupStoreAt(location), fileName: null }
}

/** @throws {BackupRefused} for a file that exists, or whose name says the contrary of what it will be */
export function requireNewFile({ store, fileName }: BackupPlace, isEncrypted: boolean): void {
  if (fileName === null) return
  if (namesEncrypted(fileName) !== isEncrypted) {
    throw new BackupRefused(
      isEncrypted
        ? 'Un respaldo cifrado termina en .tar.gz.age.'
        : 'Un archivo .tar.gz.age se cifra: indique --recipient.',
    )
  }
  if (existsSync(`${store.name}/${fileName}`)) {
    throw new BackupRefused(`${store.name}/${fileName} ya existe: elija otro nombre.`)
  }
}

const SUFFIX = '.tar.gz'
const ENCRYPTED_SUFFIX = '.tar.gz.age'
const NAME = /^carpeta-(\d{4}-\d\d-\d\dT)(\d\d)(\d\d)(\d\d)Z\.tar\.gz(\.age)?$/

/** The name of a backup made at this moment; names sort by moment. */
export function backupName(moment: Date, isEncrypted: boolean): string {
  const time = moment.toISOString().slice(0, 19).replaceAll(':', '')
  return `carpeta-${time}Z${isEncrypted ? ENCRYPTED_SUFFIX : SUFFIX}`
}

export function isBackupName(name: string): boolean {
  return NAME.test(name)
}

/** When the backup of this name was made. */
export function momentOfBackup(name: string): Date {
  return new Date(name.replace(NAME, '$1$2:$3:$4Z'))
}

/** The clock of the machine that made a backup may be this much ahead. */
const CLOCK_TOLERANCE_MS = 10 * 60_000

/** The newest of these names, and the newest of those whose date is ahead: that one is no age. */
export function newestBackups(
  names: string[],
  now: Date,
): { past: string | null; ahead: string | null } {
  const isAhead = (name: string) =>
    momentOfBackup(name).getTime() > now.getTime() + CLOCK_TOLERANCE_MS
  return {
    past: names.findLast((name) => !isAhead(name)) ?? null,
    ahead: names.findLast(isAhead) ?? null,
  }
}

/** Whether a path names the file of a backup, and not a folder of backups. */
function namesFile(path: string): boolean {
  return path.endsWith(SUFFIX) || path.endsWith(ENCRYPTED_SUFFIX)
}

function namesEncrypted(path: string): boolean {
  return path.endsWith(ENCRYPTED_SUFFIX)
}

/** A folder or a bucket of backups. */
export interface BackupStore {
  /** For sentences; without credentials. */
  name: string
  /** Under this name nothing appears before all of it is stored. @throws */
  write: (name: string, content: Readable) => Promise<void>
  /** @throws when it is not there */
  read: (name: string) => Promise<Readable>
  remove: (name: string) => Promise<void>
  /** The backups, oldest first; none where the folder does not exist yet. */
  list: () => Promise<string[]>
  /** Bytes. */
  size: (name: string) => Promise<number>
  /** A small file; null when it is not there. */
  readText: (name: string) => Promise<string | null>
  writeText: (name: string, text: string) => Promise<void>
}

function backupStoreAt(location: StorageLocation): BackupStore {
  return location.kind === 'folder' ? folderStore(location.folder) : bucketStore(location)
}

/** Suffix of an unfinished file. A killed process leaves it; the next backup removes it. */
const PARTIAL = '.partial'

function folderStore(folder: string): BackupStore {
  const publish = async (name: string, fill: (partial: string) => Promise<void>) => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const partial = `.${name}${PARTIAL}`
    await rm(join(folder, partial), { force: true })
    try {
      await fill(partial)
      await rename(join(folder, partial), join(folder, name))
      await syncFolder(folder)
    } catch (error) {
      await rm(join(folder, partial), { force: true })
      throw error
    }
  }
  return {
    name: folder,
    write: async (name, content) => {
      for (const left of await namesIn(folder)) {
        if (left.endsWith(`.tar.gz${PARTIAL}`) || left.endsWith(`.age${PARTIAL}`)) {
          await rm(join(folder, left), { force: true })
        }
      }
      await publish(name, (partial) => {
        const file = { flags: 'wx', mode: 0o600, flush: true }
        return pipeline(content, createWriteStream(join(folder, partial), file))
      })
    },
    read: async (name) => {
      const stream: ReadStream = createReadStream(join(folder, name))
      await once(stream, 'open')
      return stream
    },
    remove: (name) => unlink(join(folder, name)),
    list: async () => (await namesIn(folder)).filter(isBackupName).toSorted(),
    size: async (name) => (await stat(join(folder, name))).size,
    readText: async (name) => {
      try {
        return await readFile(join(folder, name), 'utf8')
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    writeText: (name, text) => publish(name, (partial) => writeAndSync(folder, partial, text)),
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

/** A restore pauses between two reads while it migrates or loads a table. */
const READING_TIMEOUT_MS = 10 * 60_000

function bucketStore(location: Extract<StorageLocation, { kind: 'bucket' }>): BackupStore {
  const disk = diskAt(location)
  return {
    name: `s3://${location.bucket}`,
    write: async (name, content) => {
      const { uploadToBucket } = await import('../storage/bucket-disk.ts')
      await uploadToBucket(location, name, content)
    },
    read: async (name) => {
      const patient = await diskAt({ ...location, timeoutMs: READING_TIMEOUT_MS })()
      return patient.getStream(name)
    },
    remove: async (name) => (await disk()).delete(name),
    list: async () => {
      const names: string[] = []
      let token: string | undefined
      do {
        const page = await (await disk()).listAll('', token ? { paginationToken: token } : {})
        for (const { name } of page.objects) if (isBackupName(name)) names.push(name)
        token = page.paginationToken
      } while (token)
      return names.toSorted()
    },
    size: async (name) => (await (await disk()).getMetaData(name)).contentLength,
    readText: async (name) => {
      const bucket = await disk()
      return (await bucket.exists(name)) ? bucket.get(name) : null
    },
    writeText: async (name, text) => {
      await (await disk()).put(name, text)
    },
  }
}
