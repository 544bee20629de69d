import type { Database, Transaction } from '../db/client.ts'
import { lockOldAnnouncements, lockSampleAnnouncements } from './announcements-store.ts'
import { deleteWithFiles } from './delete-with-files.ts'

/** With who read them and who got an email. @returns how many */
export function deleteOldAnnouncements(db: Database, years: number): Promise<number> {
  return db.transaction(async (tx) => deleteWithFiles(tx, await lockOldAnnouncements(tx, years)))
}

/** Runs with the first real import. */
export async function deleteSampleAnnouncements(tx: Transaction): Promise<void> {
  await deleteWithFiles(tx, await lockSampleAnnouncements(tx))
}
