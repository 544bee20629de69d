import type { WireProcedure } from '@carpeta/contract/procedures'
import type { draftResponse, MemberRequest, uploadResponse } from '@carpeta/contract/requests'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { answered } from './answered.ts'
import { uploading } from './upload.ts'

// What a member asks of the cooperative, from the list of what can be asked for to the answer.

export type RequestDraft = z.infer<typeof draftResponse>
type Uploaded = z.infer<typeof uploadResponse>

export interface Procedure {
  id: number
  title: string
  description: string
  /** A name for each required document. */
  documents: string[]
}

/** A procedure asked for, for a sale. */
export interface Asked {
  procedureId: number
  saleCode: string
}

export const memberProceduresQuery = queryOptions({
  queryKey: ['member', 'procedures'],
  queryFn: async ({ signal }): Promise<Procedure[]> => {
    const path = '/api/procedures/?page=1&pageSize=999&orderBy=&orderDesc='
    const { results } = await answered<{ results?: WireProcedure[] }>('GET', path, { signal })
    return (results ?? []).map(readProcedure)
  },
})

/** Only a number is sure to be there: the name of a document may be missing. */
function readProcedure({ id, title, description, document_amount, documents }: WireProcedure) {
  return {
    id,
    title,
    description: description ?? '',
    documents: Array.from(
      { length: Math.max(0, document_amount || 0) },
      (_, position) => documents?.[position] || `Documento ${position + 1}`,
    ),
  }
}

/** Looked for each time that the form is opened, perhaps on another device than last time. */
export function draftQuery({ procedureId, saleCode }: Asked) {
  return queryOptions({
    queryKey: ['member', 'draft', procedureId, saleCode],
    // Nothing may take the place of what is being typed meanwhile.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({
        procedure_id: String(procedureId),
        sale_code: saleCode,
      })
      return answered<RequestDraft>('GET', `/api/request/draft/?${query}`, { signal })
    },
  })
}

/** Whoever closes the page has it kept all the same. */
export function saveDraft(
  asked: Asked,
  comment: string,
  signal?: AbortSignal,
): Promise<RequestDraft> {
  const body = bodyOf(asked, comment)
  return answered('PUT', '/api/request/draft/', { body, signal, keepalive: true })
}

/** For one request, however many tries it takes. `randomUUID` is not there on a plain http host. */
export function newRequestKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** With the same key again it is the same request, also when the first answer was lost. */
export async function createRequest(asked: Asked, comment: string, key: string): Promise<number> {
  const { id } = await answered<{ id: number }>('POST', '/api/request/create/', {
    body: bodyOf(asked, comment),
    headers: { 'Idempotency-Key': key },
  })
  return id
}

export function uploadDocument(
  requestId: number,
  { file, position }: { file: File; position: number },
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Uploaded> {
  const body = new FormData()
  body.set('request_id', String(requestId))
  body.set('position', String(position))
  body.set('document', file)
  const transport = uploading(onProgress)
  return answered('POST', '/api/upload-document/', { body, transport, signal })
}

export async function removeDocument(id: number): Promise<void> {
  await answered('DELETE', `/api/documents/${id}/`)
}

export async function sendRequest(id: number): Promise<void> {
  await answered('POST', '/api/request/send/', { body: { request_id: id } })
}

/** Staff may have answered a minute ago: it is always read anew. */
export function memberRequestQuery(id: number) {
  return queryOptions({
    queryKey: ['member', 'request', id],
    staleTime: 0,
    queryFn: ({ signal }) => answered<MemberRequest>('GET', `/api/requests/${id}/`, { signal }),
  })
}

export function replyToRequest(id: number, comment: string): Promise<MemberRequest> {
  return answered('POST', `/api/requests/${id}/reply/`, { body: { comment } })
}

export function cancelRequest(id: number): Promise<MemberRequest> {
  return answered('POST', `/api/requests/${id}/cancel/`, { body: {} })
}

function bodyOf({ procedureId, saleCode }: Asked, comment: string) {
  return { procedure_id: procedureId, sale_code: saleCode, comment }
}
