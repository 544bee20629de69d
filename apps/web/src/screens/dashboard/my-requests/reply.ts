import type { MemberRequest, WireRequestEvent, WireSlotFile } from '@carpeta/contract/requests'
import { replyError } from '@carpeta/domain/requests/request-states'
import { replyToRequest } from '../../../api/member-requests.ts'
import { buildSlot, type Slot, storedFile } from '../documents/upload-set.ts'
import { type UploadListener, uploadSlots } from '../documents/upload-slots.ts'

/** One slot for each rejected document. */
export function slotsToReplace({ documents }: MemberRequest, kept: WireSlotFile[]): Slot[] {
  return documents.flatMap(({ position, title, review, reason }) => {
    if (review !== 'rejected' || position === null) return []
    const files = kept.filter((file) => file.position === position).map(storedFile)
    return [buildSlot(position, title, { reason, files })]
  })
}

/** The latest question of the cooperative. */
export function lastAsking({ events }: MemberRequest): WireRequestEvent | undefined {
  return events.findLast(({ kind }) => kind === 'asked')
}

/** The key of the unsent reply to the latest question. */
export function replyTextName(request: MemberRequest): string {
  return `reply:${request.id}:${lastAsking(request)?.id ?? ''}`
}

/** The error of an incomplete reply, by the same rule as the server's. */
export function lackOf(request: MemberRequest, slots: Slot[], comment: string): string | null {
  const { events } = request
  const kinds = events.map(({ kind }) => kind)
  const sinceAsked = kinds.slice(kinds.lastIndexOf('asked') + 1)
  const before = sinceAsked.filter((kind) => kind === 'document_replaced').length
  const now = slots.filter(({ files }) => files.length > 0).length
  const error = replyError({ rejected: slots.length - now, replaced: before + now }, comment)
  return error?.text ?? null
}

/** Uploads the replacements, then sends the reply. */
export async function sendReply(
  { id, slots, comment }: { id: number; slots: Slot[]; comment: string },
  tell: (percent: number) => void,
  uploads: Omit<UploadListener, 'onProgress'>,
): Promise<MemberRequest> {
  tell(10)
  await uploadSlots(id, slots, {
    ...uploads,
    onProgress: (share) => tell(Math.round(10 + 80 * share)),
  })
  tell(90)
  return replyToRequest(id, comment)
}
