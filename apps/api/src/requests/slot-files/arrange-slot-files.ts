import type { WireSlotFile } from '@carpeta/contract/requests/request-schemas'
import type { definitions } from '@carpeta/contract/requests/slot-files-schemas'
import { documentMessages, slotFilesError } from '@carpeta/domain/requests/document-rules'
import type { z } from 'zod'
import { callerTransaction } from '../../auth/caller-transaction.ts'
import type { Database } from '../../db/client.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { Refused } from '../../http/errors.ts'
import { chooseSlot } from '../drafts/choose-slot.ts'
import { lockForMember } from '../lifecycle/lock-request.ts'
import { listHistory } from '../requests-store.ts'
import { presentSlotFile } from './present-slot-file.ts'
import { listSlotFiles, moveSlotFile, type SlotFile } from './slot-files-store.ts'

type Slots = z.infer<typeof definitions.arrangeSlotFiles.body>['slots']

/**
 * Puts the files in order, and under other required documents.
 * @throws {NotFound} · {Refused} 409 when the files are not those that the caller saw
 */
export async function arrangeSlotFiles(
  { db }: { db: Database },
  caller: SignedInCaller,
  { requestId, slots }: { requestId: number; slots: Slots },
): Promise<{ slot_files: WireSlotFile[] }> {
  return callerTransaction(db, caller, async (tx, caller) => {
    const request = await lockForMember(tx, caller, requestId)
    const files = await listSlotFiles(tx, requestId)
    const history = await listHistory(tx, requestId)
    requireSame(
      files,
      slots.flatMap(({ file_ids }) => file_ids),
    )
    for (const { position, file_ids } of slots) {
      if (file_ids.length === 0) continue
      chooseSlot({ ...request, ...history }, position)
      const error = slotFilesError(files.filter(({ id }) => file_ids.includes(id)))
      if (error) throw new Refused([error])
      for (const [place, documentId] of file_ids.entries()) {
        await moveSlotFile(tx, { documentId, position, place })
      }
    }
    return { slot_files: (await listSlotFiles(tx, requestId)).map(presentSlotFile) }
  })
}

/** @throws {Refused} 409 unless `ids` names every file once */
export function requireSame(files: readonly SlotFile[], ids: readonly number[]): void {
  const isSame = files.length === ids.length && files.every(({ id }) => ids.includes(id))
  if (!isSame) throw new Refused(documentMessages.slotChanged, 409)
}
