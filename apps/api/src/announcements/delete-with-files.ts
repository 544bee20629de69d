import type { Transaction } from '../db/client.ts'
import { queueRemoval } from '../documents/remove-documents.ts'
import { deleteAnnouncement } from './announcements-store.ts'
import { detachFiles } from './attachments/announcement-files-store.ts'

/** Deletes locked announcements; a job removes the files that no copy has. @returns how many */
export async function deleteWithFiles(tx: Transaction, ids: number[]): Promise<number> {
  await queueRemoval(tx, await detachFiles(tx, ids))
  for (const id of ids) await deleteAnnouncement(tx, id)
  return ids.length
}
