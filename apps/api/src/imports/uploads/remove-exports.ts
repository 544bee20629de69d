import type { Config } from '../../config/config.ts'
import type { Database, Transaction } from '../../db/client.ts'
import { isBackupRunning } from '../../db/locks/backup-lock-store.ts'
import type { DocumentServices } from '../../documents/document-services.ts'
import { enqueueJob } from '../../jobs/jobs-store.ts'
import { removeAbandoned } from '../../storage/incoming.ts'
import { IMPORTS_QUEUE, REMOVE_EXPORTS } from './import-queue.ts'
import {
  deleteOldUploads,
  deleteUpload,
  listLeavingFiles,
  markOldFiles,
  noteRemoved,
} from './uploads-store.ts'

/** Marks an export as not needed; a job removes its bytes. */
export async function queueRemoval(db: Database | Transaction, id: number): Promise<void> {
  const remove = async (tx: Transaction) => {
    await deleteUpload(tx, id)
    await queueRemovals(tx)
  }
  if ('isTransaction' in db) await remove(db)
  else await db.transaction(remove)
}

/** After exports were marked in this transaction. */
export async function queueRemovals(tx: Transaction): Promise<void> {
  await enqueueJob(tx, REMOVE_EXPORTS, {}, IMPORTS_QUEUE)
}

/** Removes the bytes of marked and of old exports; each keeps its row without them. */
export async function removeExports({
  db,
  storage,
  config,
}: DocumentServices & { config: Pick<Config, 'retention' | 'dataDir'> }): Promise<void> {
  await removeAbandoned(config)
  await markOldFiles(db, config.retention.exportDays)
  for (const { id, storageKey } of await listLeavingFiles(db)) {
    // What stays is removed by the next run.
    if (await isBackupRunning(db)) break
    await storage.remove(storageKey)
    await noteRemoved(db, id)
  }
  await deleteOldUploads(db, config.retention)
}
