import type { Config } from '../config/config.ts'
import type { Database, JobDatabase, Transaction } from '../db/client.ts'
import { isBackupRunning } from '../db/locks-store.ts'
import { enqueueJob } from '../jobs/jobs-store.ts'
import type { ModuleJobs } from '../jobs/run-worker.ts'
import { removeAbandoned } from '../storage/incoming.ts'
import type { DocumentServices } from './document-storage.ts'
import {
  deleteLeaving,
  type Leaving,
  listLeaving,
  markOrphaned,
  markUnattached,
} from './documents-store.ts'

const REMOVE_DOCUMENTS = 'remove_documents'
const REMOVE_ORPHANED_DOCUMENTS = 'remove_orphaned_documents'
/** Its jobs run one by one, so that slow storage does not delay emails. */
const DOCUMENTS_QUEUE = 'documents'

interface DocumentsToRemove {
  /** The job removes those that nothing refers to when it runs. */
  ids: number[]
}

/** After so many consecutive failures the storage may be down: then the job runs again later. */
const MAX_CONSECUTIVE_FAILURES = 5

/**
 * Removes a document unless something refers to it. A job removes the bytes, so that the caller does not
 * wait for the storage.
 */
export async function removeUnattached({ db }: { db: Database }, id: number): Promise<void> {
  await db.uncheckedTransaction(async (tx) => {
    await markUnattached(tx, [id])
    await queueRemoval(tx, [id])
  })
}

/** The same for several documents, in the transaction that detaches them. */
export async function queueRemoval(tx: Transaction, ids: number[]): Promise<void> {
  const payload: DocumentsToRemove = { ids }
  if (ids.length > 0) await enqueueJob(tx, REMOVE_DOCUMENTS, payload, { queue: DOCUMENTS_QUEUE })
}

type JobServices = DocumentServices & { db: JobDatabase }

/** @throws if a document cannot be removed; the others are removed */
async function removeDocuments(services: JobServices, ids: number[]): Promise<void> {
  const { db } = services
  await db.transaction((tx) => markUnattached(tx, ids))
  await removeFiles(services, await listLeaving(db, ids), deleteLeaving)
}

/**
 * Removes uploads that were interrupted an hour ago, documents that nothing has referred to for a day, and
 * temporary files of killed processes.
 * @throws if a document cannot be removed; the others are removed
 */
async function removeOrphanedDocuments(
  services: JobServices & { config: Pick<Config, 'dataDir'> },
): Promise<void> {
  const { db, config } = services
  await removeAbandoned(config)
  await db.transaction((tx) => markOrphaned(tx))
  await removeFiles(services, await listLeaving(db), deleteLeaving)
}

/**
 * Holds no database connection while the storage responds. While a backup runs, the files stay for the
 * next job.
 * @param forget runs once the bytes are gone
 * @throws if a file cannot be removed; the others are removed
 */
export async function removeFiles(
  { db, storage }: DocumentServices,
  leaving: Leaving[],
  forget: (db: Database, id: number) => Promise<void>,
): Promise<void> {
  const errors: unknown[] = []
  let consecutiveFailures = 0
  for (const { id, storageKey } of leaving) {
    if (await isBackupRunning(db)) break
    try {
      // The bytes first: without its row nothing would find them.
      await storage.remove(storageKey)
      await forget(db, id)
      consecutiveFailures = 0
    } catch (error) {
      errors.push(error)
      consecutiveFailures++
    }
    if (consecutiveFailures < MAX_CONSECUTIVE_FAILURES) continue
    // Otherwise some that always fail would hold up those after them for ever.
    if (!(await isUp(storage))) break
    consecutiveFailures = 0
  }
  if (errors.length > 0) throw new Error('files could not be removed', { cause: errors[0] })
}

function isUp(storage: DocumentServices['storage']): Promise<boolean> {
  return storage.check().then(
    () => true,
    () => false,
  )
}

export function documentJobs(
  services: JobServices & { config: Pick<Config, 'dataDir'> },
): ModuleJobs {
  return {
    tasks: {
      [REMOVE_DOCUMENTS]: (payload) =>
        removeDocuments(services, (payload as DocumentsToRemove).ids),
      [REMOVE_ORPHANED_DOCUMENTS]: () => removeOrphanedDocuments(services),
    },
    // The job key replaces a run that waits for its next attempt.
    schedule: [
      `29 * * * * ${REMOVE_ORPHANED_DOCUMENTS} ?queue=${DOCUMENTS_QUEUE}&jobKey=${REMOVE_ORPHANED_DOCUMENTS}`,
    ],
  }
}
