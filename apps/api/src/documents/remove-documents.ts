import type { Transaction } from '../db/client.ts'
import { type Doomed, deleteDocument, lockForgotten, lockUnattached } from './documents-store.ts'
import type { DocumentServices } from './keep-document.ts'

const BATCH = 100

/** A document that belongs to nothing, now; one that does belong to something stays. */
export async function removeUnattached(services: DocumentServices, id: number): Promise<void> {
  await removeAll(services, (tx) => lockUnattached(tx, id))
}

/** Everything that was interrupted more than an hour ago or has belonged to nothing for a day. */
export async function removeForgotten(services: DocumentServices): Promise<void> {
  while ((await removeAll(services, (tx) => lockForgotten(tx, BATCH))) > 0);
}

async function removeAll(
  { db, storage }: DocumentServices,
  lock: (tx: Transaction) => Promise<Doomed[]>,
): Promise<number> {
  return db.transaction(async (tx) => {
    const doomed = await lock(tx)
    for (const { id, storageKey } of doomed) {
      // The bytes first: as long as the row is there, somebody still knows of them.
      await storage.remove(storageKey)
      await deleteDocument(tx, id)
    }
    return doomed.length
  })
}
