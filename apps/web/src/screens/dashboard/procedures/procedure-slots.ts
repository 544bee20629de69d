import type { QueryClient } from '@tanstack/react-query'
import {
  type Asked,
  draftQuery,
  memberProceduresQuery,
  type RequestDraft,
} from '../../../api/member-requests.ts'
import { type Place, placeFor } from '../documents/upload-set.ts'

/** The places as they are now: what the procedure asks for, or the draft, may have changed. */
export async function readPlacesAnew(client: QueryClient, asked: Asked): Promise<Place[] | null> {
  const [draft, procedures] = await Promise.all([
    client.fetchQuery({ ...draftQuery(asked), staleTime: 0 }),
    client.fetchQuery({ ...memberProceduresQuery, staleTime: 0 }),
  ])
  const procedure = procedures.find(({ id }) => id === asked.procedureId)
  return procedure ? placesOf(procedure.documents, draft) : null
}

/** Whatever the draft says, there is one place for each document that is asked for today. */
export function placesOf(titles: string[], draft: RequestDraft): Place[] {
  return titles.map((title, position) => {
    const held = draft.documents.find((document) => document.position === position) ?? null
    return placeFor(position, title, { held })
  })
}
