import type { Config } from '../../config/config.ts'
import type { Database } from '../../db/client.ts'
import type { ModuleJobs } from '../../jobs/module-jobs.ts'
import { deleteOldDrafts } from './drafts-store.ts'

const DELETE_OLD_DRAFTS = 'delete_old_drafts'

export function draftJobs({ db, config }: { db: Database; config: Config }): ModuleJobs {
  return {
    tasks: { [DELETE_OLD_DRAFTS]: () => deleteOldDrafts(db, config.retention.draftDays) },
    // Shortly before the job that removes orphaned documents, such as those of these drafts.
    schedule: [`24 * * * * ${DELETE_OLD_DRAFTS}`],
  }
}
