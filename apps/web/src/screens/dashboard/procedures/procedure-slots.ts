import type { QueryClient } from '@tanstack/react-query'
import {
  draftQuery,
  memberProceduresQuery,
  type RequestDraft,
  type RequestTarget,
} from '../../../api/member-requests.ts'
import { buildSlot, type Slot, storedFile } from '../documents/upload-set.ts'

/** The current slots, after the procedure or the draft changed. */
export async function readSlotsAgain(
  client: QueryClient,
  target: RequestTarget,
): Promise<Slot[] | null> {
  const [draft, procedures] = await Promise.all([
    client.fetchQuery({ ...draftQuery(target), staleTime: 0 }),
    client.fetchQuery({ ...memberProceduresQuery, staleTime: 0 }),
  ])
  const procedure = procedures.find(({ id }) => id === target.procedureId)
  return procedure ? slotsOf(procedure.documents, draft) : null
}

/** One slot for each document that the procedure requires now, whatever the draft contains. */
export function slotsOf(titles: string[], draft: RequestDraft | null): Slot[] {
  return titles.map((title, position) => {
    const isHere = (it: { position: number | null }) => it.position === position
    const document = draft?.documents.find(isHere)
    // A server that keeps no files has no such list.
    const kept = draft?.slot_files?.filter(isHere) ?? []
    return buildSlot(position, title, {
      files: [...(document ? [document] : []), ...kept].map(storedFile),
      documentId: document?.id ?? null,
      isGuess: titles.length > 1 && kept.length > 0,
    })
  })
}
