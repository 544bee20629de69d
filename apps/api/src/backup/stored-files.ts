import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Config } from '../config/config.ts'
import type { Database, Queryable } from '../db/client.ts'
import type { DocumentStorage } from '../documents/document-storage.ts'
import {
  listDocumentKeys,
  listStoredDocuments,
  type StoredFile,
} from '../documents/documents-store.ts'
import { receiveFile } from '../documents/receive-file.ts'
import { listExportKeys, listStoredExports } from '../imports/uploads-store.ts'
import { FILES, type SectionEnd } from './archive-format.ts'
import type { ArchivedSection } from './archive-reader.ts'
import type { ArchiveWriter } from './archive-writer.ts'
import { BackupRefused, DamagedBackup } from './backup-error.ts'

// Every table whose rows have a file in the storage of `DOCUMENTS_URL`.
const lists = [listStoredDocuments, listStoredExports]
const knownKeys = [listDocumentKeys, listExportKeys]

/** As the portal names its files. */
const KEY = /^[0-9a-f]{40}$/

const PAGE = 500

function isFileKey(name: string): boolean {
  return KEY.test(name)
}

/** Every file that must be there, in constant memory and without a long transaction of its own. */
export async function* storedFiles(db: Queryable): AsyncGenerator<StoredFile> {
  for (const list of lists) {
    let after = 0
    for (;;) {
      const page = await list(db, after, PAGE)
      yield* page
      if (page.length < PAGE) break
      after = page.at(-1)?.id ?? after
    }
  }
}

/** The keys that no row has. */
async function listUnknownKeys(db: Queryable, keys: string[]): Promise<string[]> {
  const known = new Set<string>()
  for (const list of knownKeys) for (const key of await list(db, keys)) known.add(key)
  return keys.filter((key) => !known.has(key))
}

/** Whether the row of this file is still there, and its file must be. */
async function isStillStored(db: Queryable, { id, key }: StoredFile): Promise<boolean> {
  for (const list of lists) {
    const [found] = await list(db, id - 1, 1)
    if (found?.key === key) return true
  }
  return false
}

/**
 * Writes a file into the backup. One that is missing, or another than its row says, does not keep the
 * others from being backed up. @returns its fault
 * @throws {StorageError} when the storage does not answer
 */
export async function archiveFile(
  archive: ArchiveWriter,
  storage: DocumentStorage,
  file: StoredFile,
): Promise<SectionEnd['fault']> {
  let fault: SectionEnd['fault']
  async function* content() {
    const read = await readIfThere(storage, file.key)
    if (read) yield* read
    else fault = 'missing'
  }
  await archive.writeSection(FILES + file.key, content(), ({ bytes, sha256 }) => {
    const isSame = bytes === file.size && (file.sha256 === null || sha256 === file.sha256)
    if (!isSame) fault ??= 'different'
    return fault ? { fault } : {}
  })
  return fault
}

async function readIfThere(storage: DocumentStorage, key: string) {
  try {
    return await storage.read(key)
  } catch (error) {
    if (await storage.exists(key)) throw error
    return null
  }
}

/**
 * Writes a file of the backup into the storage. @returns its key; null when the backup has it without
 * its bytes, or it is there already
 */
export async function restoreFile(
  { storage, config }: { storage: DocumentStorage; config: Pick<Config, 'dataDir'> },
  section: ArchivedSection,
): Promise<string | null> {
  const key = section.name.slice(FILES.length)
  if (!isFileKey(key)) throw new DamagedBackup(new Error(`${key} is no key of a file`))
  // The storage wants the hash before the bytes.
  await using file = await receiveFile(
    { name: key, content: Readable.from(section.chunks) },
    config,
  )
  if (section.end().fault === 'missing') return null
  if (!(await storage.exists(key))) {
    await storage.write(key, file)
    return key
  }
  if ((await hashOf(await storage.read(key))) !== file.sha256) {
    throw new BackupRefused(
      `DOCUMENTS_URL ya tiene otro archivo ${key}: reponga en una carpeta o un bucket sin documentos.`,
    )
  }
  return null
}

async function hashOf(content: Readable): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of content) hash.update(chunk)
  return hash.digest('hex')
}

export type FileFault = 'missing' | 'different' | 'without row'

interface VerifiedFiles {
  files: number
  bytes: number
}

/**
 * Compares every row with its file and every file with its row, beside a running portal: what is
 * uploaded or removed meanwhile is no fault.
 */
export async function verifyFiles(
  { db, storage }: { db: Database; storage: DocumentStorage },
  report: (key: string, fault: FileFault) => void,
): Promise<VerifiedFiles> {
  const verified = { files: 0, bytes: 0 }
  for await (const file of storedFiles(db)) {
    const fault = await faultOf(storage, file)
    verified.files++
    verified.bytes += file.size
    if (fault && (await isStillStored(db, file))) report(file.key, fault)
  }
  for await (const names of storage.keys()) {
    // A row is written before its file, so it is there by now.
    for (const key of await listUnknownKeys(db, names.filter(isFileKey))) {
      if (await storage.exists(key)) report(key, 'without row')
    }
  }
  return verified
}

async function faultOf(storage: DocumentStorage, file: StoredFile): Promise<FileFault | null> {
  const hash = createHash('sha256')
  let bytes = 0
  try {
    for await (const chunk of await storage.read(file.key)) {
      hash.update(chunk)
      bytes += chunk.length
    }
  } catch (error) {
    if (await storage.exists(file.key)) throw error
    return 'missing'
  }
  const isSame = file.sha256 === null || hash.digest('hex') === file.sha256
  return bytes === file.size && isSame ? null : 'different'
}
