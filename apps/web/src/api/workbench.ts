import type {
  askedProceduresResponse,
  assigneesResponse,
  RequestRow,
  requestsResponse,
  StaffRequest,
} from '@carpeta/contract/requests'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { answered } from './answered.ts'
import type { Fields } from './client.ts'
import { uploading } from './upload.ts'

// What members asked for, as staff answer it.

export const REQUESTS = 'requests'

export type { RequestRow, StaffRequest }
export type RequestsPage = z.infer<typeof requestsResponse>
export type Assignee = z.infer<typeof assigneesResponse>['results'][number]

/** A colleague may have changed it a minute ago: it is always read anew. */
export function staffRequestQuery(id: number) {
  return queryOptions({
    queryKey: [REQUESTS, 'one', id],
    staleTime: 0,
    queryFn: ({ signal }) =>
      answered<StaffRequest>('GET', `/api/requests/${id}/?as=staff`, { signal }),
  })
}

/** What the queue can be narrowed to, also what is no longer offered. */
export const askedProceduresQuery = queryOptions({
  queryKey: ['asked procedures'],
  queryFn: async ({ signal }) => {
    const path = '/api/requests/procedures/'
    return (await answered<z.infer<typeof askedProceduresResponse>>('GET', path, { signal }))
      .results
  },
})

export const assigneesQuery = queryOptions({
  queryKey: ['assignees'],
  queryFn: async ({ signal }) => {
    const path = '/api/requests/assignees/'
    return (await answered<{ results: Assignee[] }>('GET', path, { signal })).results
  },
})

// Each act names the version that was seen; the server refuses it (409) when there is a newer one.

export function startReview(request: StaffRequest): Promise<StaffRequest> {
  return act(request, 'review')
}

/** To nobody with null. */
export function assignRequest(request: StaffRequest, userId: number | null) {
  return act(request, 'assign', { user_id: userId })
}

export type WrittenAct = 'ask' | 'resolve' | 'reject' | 'reopen' | 'extend'

/** With what the member is told. */
export function actInWriting(request: StaffRequest, name: WrittenAct, text: string) {
  return act(request, name, { text })
}

export function reviewDocument(
  request: StaffRequest,
  documentId: number,
  review: { accepted: boolean; reason: string },
): Promise<StaffRequest> {
  return act(request, `documents/${documentId}/review`, review)
}

/** Changes nothing else, so it is never in anybody's way. */
export function addNote({ id }: StaffRequest, text: string): Promise<StaffRequest> {
  return answered('POST', `/api/requests/${id}/note/`, { body: { text } })
}

/** Its member sees it once the answer is given. */
export function addAnswerFile(
  { id }: StaffRequest,
  file: File,
  onProgress: (share: number) => void,
): Promise<StaffRequest> {
  const body = new FormData()
  body.set('document', file)
  const path = `/api/requests/${id}/answer-files/`
  return answered('POST', path, { body, transport: uploading(onProgress) })
}

export function removeAnswerFile({ id }: StaffRequest, documentId: number): Promise<StaffRequest> {
  return answered('DELETE', `/api/requests/${id}/answer-files/${documentId}/`)
}

function act(
  { id, version }: StaffRequest,
  name: string,
  fields: Fields = {},
): Promise<StaffRequest> {
  return answered('POST', `/api/requests/${id}/${name}/`, { body: { version, ...fields } })
}
