import { listProcedures } from '@carpeta/contract/procedures/procedures-endpoints'
import type { WireProcedure } from '@carpeta/contract/procedures/procedures-schemas'
import * as documents from '@carpeta/contract/requests/documents-endpoints'
import type { uploadedSchema } from '@carpeta/contract/requests/documents-schemas'
import * as requests from '@carpeta/contract/requests/member-requests-endpoints'
import type { draftSchema } from '@carpeta/contract/requests/member-requests-schemas'
import type { MemberRequest } from '@carpeta/contract/requests/request-schemas'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { answered, everyRow } from './client/answered.ts'
import { uploading } from './client/upload.ts'

// What a member asks of the cooperative, from the list of what can be asked for to the answer.

export type RequestDraft = z.infer<typeof draftSchema>
type Uploaded = z.infer<typeof uploadedSchema>

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
    return (await everyRow(listProcedures, signal)).map(readProcedure)
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
      const query = { procedure_id: String(procedureId), sale_code: saleCode }
      return answered(requests.getDraft, { query, signal })
    },
  })
}

/** The call survives closing the page. */
export function saveDraft(
  asked: Asked,
  comment: string,
  signal?: AbortSignal,
): Promise<RequestDraft> {
  const body = bodyOf(asked, comment)
  return answered(requests.saveDraft, { body, signal, keepalive: true })
}

/** For one request, however many tries it takes. `randomUUID` is not there on a plain http host. */
export function newRequestKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** With the same key again it is the same request, also when the first answer was lost. */
export async function createRequest(asked: Asked, comment: string, key: string): Promise<number> {
  const { id } = await answered(requests.createRequest, {
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
  return answered(documents.uploadDocument, { body, transport, signal })
}

export async function removeDocument(id: number): Promise<void> {
  await answered(documents.removeDocument, { params: { id } })
}

export async function sendRequest(id: number): Promise<void> {
  await answered(requests.sendRequest, { body: { request_id: id } })
}

/** Staff may have answered a minute ago: it is always read anew. */
export function memberRequestQuery(id: number) {
  return queryOptions({
    queryKey: ['member', 'request', id],
    staleTime: 0,
    queryFn: async ({ signal }): Promise<MemberRequest> =>
      answered(requests.getRequest, { params: { id }, signal }),
  })
}

export function replyToRequest(id: number, comment: string): Promise<MemberRequest> {
  return answered(requests.replyToRequest, { params: { id }, body: { comment } })
}

export function cancelRequest(id: number): Promise<MemberRequest> {
  return answered(requests.cancelRequest, { params: { id }, body: {} })
}

function bodyOf({ procedureId, saleCode }: Asked, comment: string) {
  return { procedure_id: procedureId, sale_code: saleCode, comment }
}
