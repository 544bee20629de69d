import type { Transaction } from '../../db/client.ts'
import { queueRemoval } from '../../documents/remove-documents.ts'
import { deleteSlotFiles, listSlotFiles } from './slot-files-store.ts'

/** Removes the files of a request that were not sent, or only those of one required document. */
export async function discardSlotFiles(
  tx: Transaction,
  requestId: number,
  position?: number,
): Promise<void> {
  const files = await listSlotFiles(tx, requestId)
  const ids = files
    .filter((file) => position === undefined || file.position === position)
    .map(({ id }) => id)
  await deleteSlotFiles(tx, ids)
  await queueRemoval(tx, ids)
}
