import { createHash } from 'node:crypto'
import type { Database } from '../db/client.ts'
import type { DocumentStorage } from '../documents/document-storage.ts'
import type { StoredFile } from '../documents/documents-store.ts'
import { isFileKey, isStillStored, listUnknownKeys, storedFiles } from './files/list-files.ts'

export type FileFault = 'missing' | 'different' | 'without row'

export interface VerifiedFiles {
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
