import type { Config } from '../config/config.ts'
import type { ModuleJobs } from '../jobs/module-jobs.ts'
import type { DocumentServices } from './document-services.ts'
import {
  DOCUMENTS_QUEUE,
  type DocumentsToRemove,
  REMOVE_DOCUMENTS,
  removeDocuments,
  removeOrphanedDocuments,
} from './remove-documents.ts'

const REMOVE_ORPHANED_DOCUMENTS = 'remove_orphaned_documents'

export function documentJobs(
  services: DocumentServices & { config: Pick<Config, 'dataDir'> },
): ModuleJobs {
  return {
    tasks: {
      [REMOVE_DOCUMENTS]: (payload) => removeDocuments(services, payload as DocumentsToRemove),
      [REMOVE_ORPHANED_DOCUMENTS]: () => removeOrphanedDocuments(services),
    },
    // The job key replaces a run that waits for its next attempt.
    schedule: [
      `29 * * * * ${REMOVE_ORPHANED_DOCUMENTS} ?queue=${DOCUMENTS_QUEUE}&jobKey=${REMOVE_ORPHANED_DOCUMENTS}`,
    ],
  }
}
