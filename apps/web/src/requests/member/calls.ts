import type { WireProcedure } from '@carpeta/contract/procedures'
import type { MemberRequest } from '@carpeta/contract/requests'
import { type CalendarDate, dateOrNull } from '@carpeta/domain/dates/dates'
import { queryOptions } from '@tanstack/react-query'
import { answered, everyRow, perform } from '../../api/client.ts'
import { type Sending, uploaded } from '../../api/upload.ts'
import type { RequestTarget } from '../draft-calls.ts'

// A member's requests, from the list of procedures to the answer.

export interface Procedure {
  id: number
  title: string
  description: string
  /** A name for each required document. */
  documents: string[]
  /** Those that the cooperative named. */
  namedDocuments: string[]
  /** When a request that is sent now is answered, at the latest; null where the API does not tell. */
  answerBy: CalendarDate | null
}

export const memberProceduresQuery = queryOptions({
  queryKey: ['member', 'procedures'],
  queryFn: async ({ signal }): Promise<Procedure[]> => {
    const rows = await everyRow('GET /api/procedures/', signal)
    // A member who edits the catalogue gets its inactive procedures too.
    return rows.filter(({ is_active }) => is_active !== false).map(readProcedure)
  },
})

/** Documents without a name are numbered. */
function readProcedure(wire: WireProcedure): Procedure {
  const { id, title, description, document_amount, documents, answer_by } = wire
  return {
    id,
    title,
    description: description ?? '',
    documents: Array.from(
      { length: Math.max(0, document_amount || 0) },
      (_, position) => documents?.[position] || `Documento ${position + 1}`,
    ),
    namedDocuments: documents?.filter(Boolean) ?? [],
    answerBy: dateOrNull(answer_by),
  }
}

/**
 * A retry with the same key returns the same request. An API of the specification alone has no keys, and
 * one on another host need not allow the header.
 */
export async function createRequest(
  { procedureId, saleCode }: RequestTarget,
  comment: string,
  key?: string,
): Promise<number> {
  const { id } = await answered('POST /api/request/create/', {
    body: { procedure_id: procedureId, sale_code: saleCode, comment },
    ...(key !== undefined && { headers: { 'Idempotency-Key': key } }),
  })
  return id
}

/** As the specification has it: the answer need not tell anything. */
export async function uploadDocument(id: number, file: File, sending: Sending): Promise<void> {
  await perform('POST /api/upload-document/', uploaded(file, sending, { request_id: id }))
}

/** Always refetched, since staff may have answered meanwhile. */
export function memberRequestQuery(id: number) {
  return queryOptions({
    queryKey: ['member', 'request', id],
    staleTime: 0,
    queryFn: async ({ signal }): Promise<MemberRequest> =>
      answered('GET /api/requests/:id/', { params: { id }, signal }),
  })
}

/** Sends the draft of the reply. */
export function replyToRequest(id: number, version: number): Promise<MemberRequest> {
  return answered('POST /api/requests/:id/reply/', { params: { id }, body: { version } })
}

export function cancelRequest(id: number): Promise<MemberRequest> {
  return answered('POST /api/requests/:id/cancel/', { params: { id }, body: {} })
}

export function commentOnRequest(id: number, text: string): Promise<MemberRequest> {
  return answered('POST /api/requests/:id/comment/', { params: { id }, body: { text } })
}

export function respondToAnswer(id: number, text: string): Promise<MemberRequest> {
  return answered('POST /api/requests/:id/respond/', { params: { id }, body: { text } })
}

export function rateAnswer(id: number, helped: boolean): Promise<MemberRequest> {
  return answered('PUT /api/requests/:id/rating/', { params: { id }, body: { helped } })
}
