import type { Config } from '../config/config.ts'
import type { Database } from '../db/client.ts'
import { priorities } from '../jobs/jobs-store.ts'
import type { ModuleJobs } from '../jobs/run-worker.ts'
import { askForUncertain } from './order-outcome.ts'
import { matchRecorded } from './staff-payments.ts'

const FOLLOW_PAYMENTS = 'follow_payments'

export function paymentJobs(services: { db: Database; config: Config }): ModuleJobs {
  return {
    tasks: {
      [FOLLOW_PAYMENTS]: async () => {
        await askForUncertain(services)
        await matchRecorded(services)
      },
    },
    schedule: [
      `* * * * * ${FOLLOW_PAYMENTS} ?jobKey=${FOLLOW_PAYMENTS}&priority=${priorities.urgent}`,
    ],
  }
}
