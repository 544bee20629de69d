import { randomBytes } from 'node:crypto'
import { callerTransaction } from '../auth/caller-transaction.ts'
import type { Transaction } from '../db/client.ts'
import { type Caller, isSignedIn } from '../http/caller.ts'
import { pixelBytesOf } from '../pdf/png.ts'
import type { DocumentServices } from './document-storage.ts'
import { insertArriving, markStored } from './documents-store.ts'
import type { GuardedFile } from './guard-file.ts'
import { removeUnattached } from './remove-documents.ts'
import { notStored } from './storage-error.ts'

/**
 * Stores a file and attaches it to a request. The row is inserted before the bytes are written, and
 * one transaction marks it as stored and attaches it. After a failure the row leads to the bytes,
 * so that the job can remove them (docs/decisions/requests.md).
 * @param attach can refuse; then nothing is stored
 */
export async function storeDocument<Attached>(
  services: DocumentServices,
  caller: Caller,
  document: GuardedFile & { uploadedBy: number },
  attach: (tx: Transaction, documentId: number) => Promise<Attached>,
): Promise<Attached> {
  const { db, storage } = services
  const { file, type, uploadedBy } = document
  const storageKey = randomBytes(20).toString('hex')
  const { name } = file
  const pixelBytes = await pixelBytesOf(type, file)
  const id = await insertArriving(db, { storageKey, name, type, pixelBytes, uploadedBy })
  try {
    await storage.write(storageKey, file)
    const attachStored = async (tx: Transaction) => {
      if (!(await markStored(tx, id, file))) throw notStored(new Error('removed meanwhile'))
      return attach(tx, id)
    }
    if (isSignedIn(caller)) return await callerTransaction(db, caller, attachStored)
    return await db.uncheckedTransaction(attachStored)
  } catch (error) {
    // If this fails too, the hourly job removes it.
    await removeUnattached(services, id).catch(() => {})
    throw error
  }
}
