import type { Config } from '../../config/config.ts'
import type { Database, Transaction } from '../../db/client.ts'
import { enqueueEmail } from '../../email/enqueue-email.ts'
import { listPermitted } from '../../users/staff-store.ts'
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
  const { saleChecks: checks, accounting } = config
  try {
    const { refusal } = await importSales(db, source, {
      checks,
      pauseEmails: accounting.pausesEmails,
      onFinish: async (tx, outcome) => {
        if (outcome.refusal !== null) await tellStaff(tx, outcome.refusal, config)
      },
    })
    return refusal
  } catch (error) {
    if (!(error instanceof UnreadableExport)) throw error
    await db.transaction(async (tx) => {
      await recordUnreadableLoad(tx, source, error)
      await tellStaff(tx, error.message, config)
    })
    return error.message
  }
}

/** In the transaction of the outcome, so that neither is without the other. */
async function tellStaff(tx: Transaction, failure: string, config: Config): Promise<void> {
  for (const colleague of await listPermitted(tx, 'sales.import_sales')) {
    await enqueueEmail(tx, failedImportEmail(colleague, failure, config), config)
  }
}
