import { deleteUnusedLinks } from '../auth/links-store.ts'
import { endAccessOfBackup } from '../auth/prepared-access.ts'
import { deleteAllSessions } from '../auth/sessions-store.ts'
import type { JobDatabase, Transaction } from '../db/client.ts'
import { deleteAllDevices } from '../throttle/throttle-store.ts'

/** Whoever had logged out or was put out since then would be in again. */
export async function endSessionsAndLinks(tx: Transaction): Promise<void> {
  await deleteAllSessions(tx)
  await deleteUnusedLinks(tx)
  await deleteAllDevices(tx)
}

/** After a recovery to a point in time, what a restore does. @returns of how many accounts something unused ended */
export function endAccessAfterRecovery(db: JobDatabase): Promise<number> {
  return db.transaction(async (tx) => {
    await endSessionsAndLinks(tx)
    return endAccessOfBackup(tx)
  })
}
