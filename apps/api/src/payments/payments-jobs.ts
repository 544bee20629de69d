import type { Config } from '../config/config.ts'
import type { JobDatabase } from '../db/client.ts'
import { priorities } from '../jobs/jobs-store.ts'
import type { ModuleJobs } from '../jobs/run-worker.ts'
import type { ListConfirming, ListPending } from './free-payments.ts'
import { matchRecorded } from './matches.ts'
import { askForUncertain } from './order-outcome.ts'
import { followRefunds } from './refunds.ts'

const FOLLOW_PAYMENTS = 'follow_payments'

export function paymentJobs(services: {
  db: JobDatabase
  config: Config
  listConfirming: ListConfirming
  listPending: ListPending
}): ModuleJobs {
  return {
    tasks: {
      [FOLLOW_PAYMENTS]: async (_payload, { logger }) => {
        await askForUncertain(services, logger)
        await followRefunds(services, logger)
        await matchRecorded(services, logger)
      },
    },
    schedule: [
      `* * * * * ${FOLLOW_PAYMENTS} ?jobKey=${FOLLOW_PAYMENTS}&priority=${priorities.urgent}`,
    ],
  }
}
