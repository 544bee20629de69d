import { randomBytes } from 'node:crypto'
import {
  BYTES_PER_MB,
  documentMessages,
  MAX_FILE_MB,
  MAX_UPLOADED_MB_A_DAY,
} from '@carpeta/domain/requests/document-rules'
import { callerTransaction } from '../auth/caller-transaction.ts'
import type { Database, Transaction } from '../db/client.ts'
import { type Caller, isSignedIn, type SignedInCaller } from '../http/caller.ts'
import { Throttled } from '../http/errors.ts'
import { pixelBytesOf } from '../pdf/png.ts'
import type { RateLimits } from '../throttle/rate-limits.ts'
import type { DocumentServices } from './document-storage.ts'
import { bytesOfLastDay, insertArriving, markStored } from './documents-store.ts'
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

const MAX_FILE_BYTES = MAX_FILE_MB * BYTES_PER_MB
const RETRY_AFTER_SECONDS = 3600

/** Runs before the file is received. @throws {Throttled} */
export async function refuseTooManyUploads(
  { db, limits }: { db: Database; limits: RateLimits },
  { id }: SignedInCaller,
): Promise<void> {
  const isWithinRate = await limits.uploads.tryConsume(String(id))
  if (!isWithinRate) throw new Throttled(RETRY_AFTER_SECONDS, documentMessages.tooManyToday)
  await refuseBeyondQuota({ db }, { id }, MAX_FILE_BYTES)
}

/** Runs before so many bytes of the user are stored. @throws {Throttled} */
export async function refuseBeyondQuota(
  { db }: { db: Database },
  { id }: Pick<SignedInCaller, 'id'>,
  moreBytes: number,
): Promise<void> {
  const bytes = (await bytesOfLastDay(db, id, MAX_FILE_BYTES)) + moreBytes
  if (bytes > MAX_UPLOADED_MB_A_DAY * BYTES_PER_MB) {
    throw new Throttled(RETRY_AFTER_SECONDS, documentMessages.tooManyToday)
  }
}
