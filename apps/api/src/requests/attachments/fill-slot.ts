import type { Transaction } from '../../db/client.ts'
import { queueRemoval } from '../../documents/remove-documents.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import type { Slot } from '../drafts/choose-slot.ts'
import { changeRequest } from '../lifecycle/change-request.ts'
import { type LockedRequest, saveChange } from '../lifecycle/request-actions-store.ts'
import type { RequestServices } from '../request-services.ts'
import { discardSlotFiles } from '../slot-files/discard-slot-files.ts'
import { attach, detach, markReplaced } from './attachments-store.ts'

/** Puts a stored document in its slot: in a draft in place of the earlier one, else of a rejected one. */
export async function fillSlot(
  tx: Transaction,
  services: RequestServices,
  caller: SignedInCaller,
  { request, slot, documentId }: { request: LockedRequest; slot: Slot; documentId: number },
): Promise<void> {
  await discardSlotFiles(tx, request.id, slot.position)
  if (request.state === 'draft') {
    await attachToDraft(tx, request.id, slot, documentId)
    return
  }
  await replaceRejected(tx, request.id, slot, documentId)
  const text = request.requiredDocuments[slot.position] ?? ''
  await changeRequest(tx, services, request, caller, {
    change: {},
    kind: 'document_replaced',
    text,
  })
}

/** Only the member sees a draft, so a replaced document is removed for good. */
async function attachToDraft(
  tx: Transaction,
  requestId: number,
  { position, replaces }: Slot,
  documentId: number,
): Promise<void> {
  if (replaces !== null) {
    await detach(tx, replaces)
    await queueRemoval(tx, [replaces])
  }
  await attach(tx, { requestId, documentId, position })
  await saveChange(tx, requestId, {})
}

/** Keeps the rejected document for the record, since staff have seen it. */
async function replaceRejected(
  tx: Transaction,
  requestId: number,
  { position, replaces }: Slot,
  documentId: number,
): Promise<void> {
  if (replaces !== null) await markReplaced(tx, replaces)
  await attach(tx, { requestId, documentId, position })
}
