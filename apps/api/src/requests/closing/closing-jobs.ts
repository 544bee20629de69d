import type { Database } from '../../db/client.ts'
import type { ModuleJobs } from '../../jobs/module-jobs.ts'
import { foldAnswerCounts } from './answers-report-store.ts'
import { recordMissingAnswerTimes } from './record-answer-times.ts'

const RECORD_ANSWER_TIMES = 'record_answer_times'
const FOLD_ANSWER_COUNTS = 'fold_answer_counts'

export function closingJobs({ db }: { db: Database }): ModuleJobs {
  return {
    tasks: {
      [RECORD_ANSWER_TIMES]: () => recordMissingAnswerTimes(db),
      [FOLD_ANSWER_COUNTS]: () => foldAnswerCounts(db),
    },
    schedule: [
      // While a previous release still answers requests, its answers have no time.
      `7 * * * * ${RECORD_ANSWER_TIMES}`,
      `*/15 * * * * ${FOLD_ANSWER_COUNTS}`,
    ],
  }
}
