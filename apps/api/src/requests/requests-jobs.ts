import type { Config } from '../config/config.ts'
import type { Database } from '../db/client.ts'
import type { ModuleJobs } from '../jobs/run-worker.ts'
import { recordMissingAnswerTimes } from './deadlines.ts'
import { deleteOldDrafts } from './drafts-store.ts'

const DELETE_OLD_DRAFTS = 'delete_old_drafts'
const RECORD_ANSWER_TIMES = 'record_answer_times'

export function requestJobs({ db, config }: { db: Database; config: Config }): ModuleJobs {
  return {
    tasks: {
      [DELETE_OLD_DRAFTS]: () => deleteOldDrafts(db, config.retention.draftDays),
      [RECORD_ANSWER_TIMES]: () => recordMissingAnswerTimes(db),
    },
    schedule: [
      // Shortly before the job that removes orphaned documents, such as those of these drafts.
      `24 * * * * ${DELETE_OLD_DRAFTS}`,
      // While a previous release still answers requests, its answers have no time.
      `7 * * * * ${RECORD_ANSWER_TIMES}`,
    ],
  }
}
