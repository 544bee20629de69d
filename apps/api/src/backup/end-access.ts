import { unscheduleAll } from '../announcements/publication.ts'
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

export interface Ended {
  /** How many accounts had a temporary password or an unconfirmed email. */
  endedAccess: number
  /** How many announcements are drafts again. */
  unscheduled: number
}

/**
 * Ends access that may have been used or ended since then. Scheduled announcements, which may have been published,
 * changed or taken back since, become drafts.
 */
export async function endUnused(tx: Transaction): Promise<Ended> {
  return { endedAccess: await endAccessOfBackup(tx), unscheduled: await unscheduleAll(tx) }
}

/** After a recovery to a point in time, what a restore does. */
export function endAccessAfterRecovery(db: JobDatabase): Promise<Ended> {
  return db.transaction(async (tx) => {
    await endSessionsAndLinks(tx)
    return endUnused(tx)
  })
}
