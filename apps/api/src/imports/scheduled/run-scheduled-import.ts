import type { Config } from '../../config/config.ts'
import type { Database } from '../../db/client.ts'
import { enqueueEmail } from '../../email/enqueue-email.ts'
import { listPermitted } from '../../users/colleagues-store.ts'
import { importSales } from '../import-sales.ts'
import { type ExportSource, UnreadableExport } from '../sources/export-source.ts'
import { failedImportEmail } from './failed-import-email.ts'
import { recordUnreadableLoad } from './record-unreadable-load.ts'

/**
 * Loads accounting's sales without a person; the history of loads has the outcome.
 * @returns why nothing was loaded, which staff are told; null when it was
 */
export async function runScheduledImport(
  { db, config }: { db: Database; config: Config },
  source: ExportSource,
): Promise<string | null> {
  const failure = await tryToLoad({ db, config }, source)
  if (failure === null) return null
  for (const colleague of await listPermitted(db, 'sales.import_sales')) {
    await enqueueEmail(db, failedImportEmail(colleague, failure, config), config)
  }
  return failure
}

async function tryToLoad(
  { db, config }: { db: Database; config: Pick<Config, 'saleChecks'> },
  source: ExportSource,
): Promise<string | null> {
  try {
    return (await importSales(db, source, { checks: config.saleChecks })).refusal
  } catch (error) {
    if (!(error instanceof UnreadableExport)) throw error
    await recordUnreadableLoad(db, source, error)
    return error.message
  }
}
