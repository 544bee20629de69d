import type { MemberRequest, WireRequestEvent } from '@carpeta/contract/requests'
import { replyError } from '@carpeta/domain/request-states'
import { replyToRequest } from '../../../api/member-requests.ts'
import { type Place, placeFor } from '../documents/upload-set.ts'
import { type UploadListener, uploadPlaces } from '../documents/upload-slots.ts'

/** A place for each document that was rejected, and for no other. */
export function placesToReplace({ documents }: MemberRequest): Place[] {
  return documents.flatMap(({ position, title, review, reason }) =>
    review === 'rejected' && position !== null ? [placeFor(position, title, { reason })] : [],
  )
}

/** The latest time that the cooperative asked for something. */
export function lastAsking({ events }: MemberRequest): WireRequestEvent | undefined {
  return events.findLast(({ kind }) => kind === 'asked')
}

/** What is written to the latest question is kept under this. */
export function replyName(request: MemberRequest): string {
  return `reply:${request.id}:${lastAsking(request)?.id ?? ''}`
}

/** The sentence for a reply that lacks something; the server counts the same way. */
export function lackOf(request: MemberRequest, places: Place[], comment: string): string | null {
  const { events } = request
  const kinds = events.map(({ kind }) => kind)
  const sinceAsked = kinds.slice(kinds.lastIndexOf('asked') + 1)
  const before = sinceAsked.filter((kind) => kind === 'document_replaced').length
  const now = places.filter(({ held }) => held !== null).length
  return replyError({ rejected: places.length - now, replaced: before + now }, comment)
}

/** Uploads what takes the place of the rejected documents, then replies. */
export async function sendReply(
  { id, places, comment }: { id: number; places: Place[]; comment: string },
  tell: (percent: number) => void,
  uploads: Omit<UploadListener, 'onProgress'>,
): Promise<MemberRequest> {
  tell(10)
  await uploadPlaces(id, places, {
    ...uploads,
    onProgress: (share) => tell(Math.round(10 + 80 * share)),
  })
  tell(90)
  return replyToRequest(id, comment)
}
