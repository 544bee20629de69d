import type { DocumentStorage } from '../../documents/document-storage.ts'
import type { StoredFile } from '../../documents/documents-store.ts'
import { FILES, type SectionEnd } from '../archive/archive-format.ts'
import type { ArchiveWriter } from '../archive/archive-writer.ts'

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
