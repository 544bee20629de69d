import type { WireProcedure } from '@carpeta/contract/procedures'
import type { draftSchema, MemberRequest, uploadedSchema } from '@carpeta/contract/requests'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { answered, everyRow, perform } from './client/client.ts'
import { uploading } from './client/upload.ts'
import { formUploads } from './slot-files.ts'

// A member's requests, from the list of procedures to the answer.

export type RequestDraft = z.infer<typeof draftSchema>
export type UploadedDocument = z.infer<typeof uploadedSchema>

export interface Procedure {
  id: number
  title: string
  description: string
  /** A name for each required document. */
  documents: string[]
}

/** The procedure and the sale of a request. */
export interface RequestTarget {
  procedureId: number
  saleCode: string
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

export function uploadsOfDraft({ procedureId, saleCode }: RequestTarget): string {
  return `draft:${procedureId}:${saleCode}`
}

/** Fetched each time the form opens, since the draft may have changed on another device. */
export function draftQuery(target: RequestTarget) {
  const { procedureId, saleCode } = target
  return queryOptions({
    queryKey: ['member', 'draft', procedureId, saleCode],
    // A refetch would replace what the user is typing.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      await formUploads.get(uploadsOfDraft(target))
      return readDraft(target, signal)
    },
  })
}

export function readDraft(
  { procedureId, saleCode }: RequestTarget,
  signal: AbortSignal,
): Promise<RequestDraft> {
  const query = { procedure_id: String(procedureId), sale_code: saleCode }
  return answered('GET /api/request/draft/', { query, signal })
}

/**
 * The call survives closing the page.
 * @param asRead the only text that this one may replace; without it, any
 */
export function saveDraft(
  target: RequestTarget,
  comment: string,
  { asRead, signal }: { asRead?: string; signal?: AbortSignal } = {},
): Promise<RequestDraft> {
  const body = { ...bodyOf(target, comment), as_read: asRead }
  return answered('PUT /api/request/draft/', { body, signal, keepalive: true })
}

/** Begins the draft that files are kept in; text that it has stays. */
export function beginDraft(target: RequestTarget): Promise<RequestDraft> {
  const body = { ...bodyOf(target, ''), has_files: true }
  return answered('PUT /api/request/draft/', { body })
}

/** Identifies a request across retries. `randomUUID` does not exist on a plain http host. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * A retry with the same key returns the same request. An API of the specification alone has no keys, and
 * one on another host need not allow the header.
 */
export async function createRequest(
  target: RequestTarget,
  comment: string,
  key: string | null,
): Promise<number> {
  const { id } = await answered('POST /api/request/create/', {
    body: bodyOf(target, comment),
    ...(key !== null && { headers: { 'Idempotency-Key': key } }),
  })
  return id
}

/** @returns null where an API of the specification alone says no more than that it has the document. */
export async function uploadDocument(
  requestId: number,
  { file, position }: { file: File; position: number },
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<UploadedDocument | null> {
  const body = new FormData()
  body.set('request_id', String(requestId))
  body.set('position', String(position))
  body.set('document', file)
  const transport = uploading(onProgress)
  const answer = await perform('POST /api/upload-document/', { body, transport, signal })
  return typeof answer === 'object' ? answer : null
}

export async function removeDocument(id: number): Promise<void> {
  await answered('DELETE /api/documents/:id/', { params: { id } })
}

export async function sendRequest(id: number): Promise<void> {
  await perform('POST /api/request/send/', { body: { request_id: id } })
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

export function replyToRequest(id: number, comment: string): Promise<MemberRequest> {
  return answered('POST /api/requests/:id/reply/', { params: { id }, body: { comment } })
}

export function cancelRequest(id: number): Promise<MemberRequest> {
  return answered('POST /api/requests/:id/cancel/', { params: { id }, body: {} })
}

function bodyOf({ procedureId, saleCode }: RequestTarget, comment: string) {
  return { procedure_id: procedureId, sale_code: saleCode, comment }
}
