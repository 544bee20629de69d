import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Config } from '../../config/config.ts'
import type { DocumentStorage } from '../../documents/document-storage.ts'
import { receiveFile } from '../../documents/receive-file.ts'
import { FILES } from '../archive/archive-format.ts'
import type { ArchivedSection } from '../archive/archive-reader.ts'
import { DamagedBackup } from '../archive/damaged-backup.ts'
import { BackupRefused } from '../backup-error.ts'
import { isFileKey } from './list-files.ts'

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
