import type { Database, Transaction } from '../db/client.ts'
import { enqueueJob } from '../jobs/jobs-store.ts'
import type { DocumentServices } from './document-services.ts'
import {
  deleteLeaving,
  type Leaving,
  listLeaving,
  markErased,
  markUnattached,
} from './documents-store.ts'

export const REMOVE_DOCUMENTS = 'remove_documents'
/** One of its jobs at a time: while the store is slow, letters go on beside it. */
export const DOCUMENTS_QUEUE = 'documents'

/** What belongs to nothing by the time that the job runs. */
export interface DocumentsToRemove {
  ids: number[]
}

/** In a row: then it is not the documents, and the job comes again. */
const MAX_FAILURES = 5

/**
 * A document that belongs to nothing leaves; one that does belong to something stays. Its bytes go
 * by a job, so that nobody waits for the store that keeps them.
 */
export async function removeUnattached({ db }: { db: Database }, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    await markUnattached(tx, [id])
    await queueRemoval(tx, [id])
  })
}

/** The same for many, with the fact that detaches them. */
export async function queueRemoval(tx: Transaction, ids: number[]): Promise<void> {
  const payload: DocumentsToRemove = { ids }
  if (ids.length > 0) await enqueueJob(tx, REMOVE_DOCUMENTS, payload, DOCUMENTS_QUEUE)
}

/** The job of both. @throws when some could not be removed; all others are */
export async function removeDocuments(
  services: DocumentServices,
  { ids }: DocumentsToRemove,
): Promise<void> {
  const { db } = services
  await db.transaction((tx) => markUnattached(tx, ids))
  await removeEach(services, await listLeaving(db, ids))
}

/**
 * Everything that was interrupted more than an hour ago or has belonged to nothing for a day.
 * @throws when some could not be removed; all others are
 */
export async function removeOrphanedDocuments(services: DocumentServices): Promise<void> {
  const { db } = services
  await db.transaction((tx) => markErased(tx))
  await removeEach(services, await listLeaving(db))
}

/** One after the other; no connection to the database is held while the store is asked. */
async function removeEach({ db, storage }: DocumentServices, leaving: Leaving[]): Promise<void> {
  const errors: unknown[] = []
  let inARow = 0
  for (const { id, storageKey } of leaving) {
    try {
      // The bytes first: as long as the row is there, somebody still knows of them.
      await storage.remove(storageKey)
      await deleteLeaving(db, id)
      inARow = 0
    } catch (error) {
      errors.push(error)
      inARow++
    }
    if (inARow === MAX_FAILURES) break
  }
  if (errors.length > 0) throw new Error('documents could not be removed', { cause: errors[0] })
}
