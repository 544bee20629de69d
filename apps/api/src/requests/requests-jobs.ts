import type { Config } from '../config/config.ts'
import type { JobDatabase, Transaction } from '../db/client.ts'
import { enqueueEmail } from '../email/email-queue.ts'
import type { ModuleJobs } from '../jobs/run-worker.ts'
import { findNotifiedMember } from '../people/email-preferences-store.ts'
import { recordMissingAnswerTimes } from './deadlines.ts'
import { deleteOldDrafts, takeForgotten } from './drafts-store.ts'
import { forgottenDraftsEmail } from './request-emails.ts'

const DELETE_OLD_DRAFTS = 'delete_old_drafts'
const REMIND_OF_DRAFTS = 'remind_of_drafts'
const RECORD_ANSWER_TIMES = 'record_answer_times'

/** A draft that was left for so many days is told of once. */
const REMIND_AFTER_DAYS = 3

interface Services {
  db: JobDatabase
  config: Config
}

export function requestJobs({ db, config }: Services): ModuleJobs {
  return {
    tasks: {
      [DELETE_OLD_DRAFTS]: () => deleteOldDrafts(db, config.retention.draftDays),
      [REMIND_OF_DRAFTS]: () => remindOfDrafts({ db, config }),
      [RECORD_ANSWER_TIMES]: () => recordMissingAnswerTimes(db),
    },
    schedule: [
      // Shortly before the job that removes orphaned documents, such as those of these drafts.
      `24 * * * * ${DELETE_OLD_DRAFTS}`,
      // In the morning in Chile.
      `40 13 * * * ${REMIND_OF_DRAFTS}`,
      // While a previous release still answers requests, its answers have no time.
      `7 * * * * ${RECORD_ANSWER_TIMES}`,
    ],
  }
}

/** Members get one email of what they left, without what is no longer offered. */
async function remindOfDrafts({ db, config }: Services): Promise<void> {
  while (await db.transaction((tx) => remindMember(tx, config)));
}

/** In a transaction of its own. @returns false when there was none left */
async function remindMember(tx: Transaction, config: Config): Promise<boolean> {
  const forgotten = await takeForgotten(tx, REMIND_AFTER_DAYS)
  if (!forgotten) return false
  const member = await findNotifiedMember(tx, forgotten.userId)
  if (member.wantsEmails && forgotten.drafts.length > 0) {
    await enqueueEmail(tx, forgottenDraftsEmail(member, forgotten.drafts, config), config)
  }
  return true
}
