import type { Connection } from '../db/client.ts'
import { migrate } from '../db/migrate.ts'
import { requireAnswer } from '../db/require-answer.ts'
import { migrateJobs } from '../jobs/run-worker.ts'
import { renewSaleViews } from '../sales/sale-view-store.ts'

/** Brings tables, job tables and sale views to this version. */
export async function prepareDatabase(connection: Connection): Promise<void> {
  const { db, pool } = connection
  await requireAnswer(connection)
  await migrate(pool)
  await migrateJobs(pool)
  await renewSaleViews(db)
}
