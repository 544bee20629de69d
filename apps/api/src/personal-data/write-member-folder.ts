import { createWriteStream } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type DocumentStorage, documentStorageAt } from '../documents/document-storage.ts'
import { StorageError } from '../documents/storage-error.ts'
import { operator } from '../http/caller.ts'
import type { PersonalDataServices } from './collect-member-data.ts'
import { documentFileName } from './document-file-name.ts'
import { exportMemberData, memberDataJson } from './export-member-data.ts'
import { memberDataPdf } from './member-data-pdf.ts'
import { listMemberDocuments } from './member-data-store.ts'

export interface WrittenFolder {
  documents: number
  /** Names of documents whose bytes could not be read: the folder lacks them. */
  unread: string[]
}

/** Only who runs the command may read what it writes. */
const OWNER_ONLY = { mode: 0o600 }

/** Whether nothing would be mixed up with, or written over. @throws when it is no folder */
export async function isFolderFree(folder: string): Promise<boolean> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return (await readdir(folder)).length === 0
}

/** Everything that is held of a member, in an empty folder: as data, on paper, and his documents. */
export async function writeMemberFolder(
  services: PersonalDataServices,
  userId: number,
  folder: string,
): Promise<WrittenFolder> {
  const storage = documentStorageAt(services.config.documents)
  const data = await exportMemberData(services, operator, { userId, format: 'folder' })
  await writeFile(join(folder, 'datos.json'), memberDataJson(data), OWNER_ONLY)
  await writeFile(join(folder, 'datos.pdf'), await memberDataPdf(data), OWNER_ONLY)
  const documents = await listMemberDocuments(services.db, userId)
  if (documents.length > 0) await mkdir(join(folder, 'documentos'), { mode: 0o700 })
  const unread: string[] = []
  for (const document of documents) {
    const file = join(folder, documentFileName(document))
    if (!(await copyDocument(storage, document.storage_key, file))) unread.push(document.name)
  }
  return { documents: documents.length, unread }
}

/** False when the store does not give it: the others are written all the same. */
async function copyDocument(storage: DocumentStorage, key: string, file: string): Promise<boolean> {
  try {
    await pipeline(await storage.read(key), createWriteStream(file, OWNER_ONLY))
    return true
  } catch (error) {
    if (error instanceof StorageError) return false
    throw error
  }
}
