import type { CalendarDate } from '@carpeta/domain/dates/dates'
import type { Config } from '../../config/config.ts'
import type { Database } from '../../db/client.ts'
import { enqueueEmail } from '../../email/enqueue-email.ts'
import { listPermitted } from '../../users/staff-store.ts'
import { recordUfAlert } from './uf-alerts-store.ts'
import { type UfAlert, ufAlertEmail } from './uf-email.ts'

/** Tells those who review the loads of accounting, once a day. @returns whether they were told now */
export async function tellStaff(
  { db, config }: { db: Database; config: Config },
  today: CalendarDate,
  alert: UfAlert,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await recordUfAlert(tx, today, alert.reasons.join(' ')))) return false
    for (const colleague of await listPermitted(tx, 'sales.import_sales')) {
      await enqueueEmail(tx, ufAlertEmail(colleague, alert, config), config)
    }
    return true
  })
}
