import { randomBytes } from 'node:crypto'
import type { Transaction } from '../db/client.ts'
import type { DocumentServices } from './document-services.ts'
import { insertArriving, markStored } from './documents-store.ts'
import type { ReceivedFile } from './receive-file.ts'
import { removeUnattached } from './remove-documents.ts'
import { notKept } from './storage-error.ts'

/**
 * Keeps a file for good and attaches it to what it belongs to. Its row is there first, then its
 * bytes, and in one transaction it becomes kept and attached: whatever fails or dies in between
 * leaves a row by which the bytes are found and cleared away (docs/decisions/0012).
 * @param attach may still refuse; then nothing is kept
 */
export async function storeDocument<Attached>(
  services: DocumentServices,
  document: { file: ReceivedFile; type: string; uploadedBy: number },
  attach: (tx: Transaction, documentId: number) => Promise<Attached>,
): Promise<Attached> {
  const { db, storage } = services
  const { file, type, uploadedBy } = document
  const storageKey = randomBytes(20).toString('hex')
  const id = await insertArriving(db, { storageKey, name: file.name, type, uploadedBy })
  try {
    await storage.keep(storageKey, file)
    return await db.transaction(async (tx) => {
      if (!(await markStored(tx, id, file))) throw notKept(new Error('cleared away meanwhile'))
      return attach(tx, id)
    })
  } catch (error) {
    // What cannot be cleared away now is by the job that looks for such rows.
    await removeUnattached(services, id).catch(() => {})
    throw error
  }
}
