import { createWriteStream } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type DocumentStorage, documentStorageAt } from '../../documents/document-storage.ts'
import { StorageError } from '../../documents/storage-error.ts'
import { operator } from '../../http/caller.ts'
import { listMemberReports } from '../../payment-reports/personal-data.ts'
import type { PdfPool } from '../../pdf/pdf-pool.ts'
import { listMemberDocuments } from '../../requests/personal-data.ts'
import type { PersonalDataServices } from './collect-member-data.ts'
import { documentFileName } from './document-file-name.ts'
import { drawMemberData } from './draw-member-data.ts'
import { exportMemberData } from './export-member-data.ts'
import { memberDataJson } from './member-data-json.ts'

interface WrittenFolder {
  documents: number
  /** Names of documents that the storage did not return: the folder lacks them. */
  unread: string[]
}

const OWNER_ONLY = { mode: 0o600 }

/** Creates the folder and tells whether it is empty. @throws when the path is not a folder */
export async function isFolderFree(folder: string): Promise<boolean> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return (await readdir(folder)).length === 0
}

/** Writes a user's personal data into an empty folder: as JSON, as PDF, and every document. */
export async function writeMemberFolder(
  services: PersonalDataServices & { pdfs: PdfPool },
  userId: number,
  folder: string,
): Promise<WrittenFolder> {
  const storage = documentStorageAt(services.config.documents)
  const data = await exportMemberData(services, operator, { userId, format: 'folder' })
  await writeFile(join(folder, 'datos.json'), memberDataJson(data), OWNER_ONLY)
  const pdf = await services.pdfs.takeTurn({ owner: 'command' }, (draw) =>
    drawMemberData(draw, data),
  )
  await writeFile(join(folder, 'datos.pdf'), pdf, OWNER_ONLY)
  const reports = await listMemberReports(services.db, userId)
  const documents = [
    ...(await listMemberDocuments(services.db, userId)),
    ...reports.flatMap(({ receipt }) => receipt ?? []),
  ]
  if (documents.length > 0) await mkdir(join(folder, 'documentos'), { mode: 0o700 })
  const unread: string[] = []
  for (const document of documents) {
    const file = join(folder, documentFileName(document))
    if (!(await copyDocument(storage, document.storage_key, file))) unread.push(document.name)
  }
  return { documents: documents.length, unread }
}

/** False when the storage does not return it; the caller continues with the others. */
async function copyDocument(storage: DocumentStorage, key: string, file: string): Promise<boolean> {
  try {
    await pipeline(await storage.read(key), createWriteStream(file, OWNER_ONLY))
    return true
  } catch (error) {
    if (error instanceof StorageError) return false
    throw error
  }
}
