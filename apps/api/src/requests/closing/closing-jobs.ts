import type { Database } from '../../db/client.ts'
import type { ModuleJobs } from '../../jobs/module-jobs.ts'
import { recordMissingAnswerTimes } from './record-answer-times.ts'

const RECORD_ANSWER_TIMES = 'record_answer_times'

export function closingJobs({ db }: { db: Database }): ModuleJobs {
  return {
    tasks: {
      [RECORD_ANSWER_TIMES]: () => recordMissingAnswerTimes(db),
    },
    schedule: [
      // While a previous release still answers requests, its answers have no time.
      `7 * * * * ${RECORD_ANSWER_TIMES}`,
    ],
  }
}
