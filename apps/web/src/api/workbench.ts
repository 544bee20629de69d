import type { AnswerOf } from '@carpeta/contract/endpoints'
import type { StaffRequest } from '@carpeta/contract/requests'
import type { RequestMember, RequestRow } from '@carpeta/contract/staff-requests'
import { queryOptions } from '@tanstack/react-query'
import { answered } from './client/answered.ts'
import type { Resource } from './client/resources.ts'
import { uploading } from './client/upload.ts'

// Members' requests, as staff see and answer them.

export const REQUESTS: Resource = { list: 'GET /api/requests/' }

export type { RequestMember, RequestRow, StaffRequest }
export type RequestsPage = AnswerOf<'GET /api/requests/'>

/** Always refetched, since another user may have changed the request. */
export function staffRequestQuery(id: number) {
  return queryOptions({
    queryKey: [REQUESTS, 'one', id],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await answered('GET /api/requests/:id/', {
        params: { id },
        query: { as: 'staff' },
        signal,
      })) as StaffRequest,
  })
}

/** What staff look up about the member beside the request. */
export function requestMemberQuery(id: number) {
  return queryOptions({
    queryKey: [REQUESTS, 'member', id],
    staleTime: 0,
    queryFn: ({ signal }): Promise<RequestMember> =>
      answered('GET /api/requests/:id/member/', { params: { id }, signal }),
  })
}

/** The procedures by which the queue can be filtered, including inactive ones. */
export const requestedProceduresQuery = queryOptions({
  queryKey: ['requested procedures'],
  queryFn: async ({ signal }) =>
    (await answered('GET /api/requests/procedures/', { signal })).results,
})

export const assigneesQuery = queryOptions({
  queryKey: ['assignees'],
  queryFn: async ({ signal }) =>
    (await answered('GET /api/requests/assignees/', { signal })).results,
})

// Each action sends the version that the user saw; the server answers 409 when it is outdated.

export function startReview({ id, version }: StaffRequest): Promise<StaffRequest> {
  return answered('POST /api/requests/:id/review/', { params: { id }, body: { version } })
}

/** Null removes the assignee. */
export function assignRequest({ id, version }: StaffRequest, userId: number | null) {
  return answered('POST /api/requests/:id/assign/', {
    params: { id },
    body: { version, user_id: userId },
  })
}

const textActions = {
  ask: 'POST /api/requests/:id/ask/',
  reject: 'POST /api/requests/:id/reject/',
  reopen: 'POST /api/requests/:id/reopen/',
  extend: 'POST /api/requests/:id/extend/',
} as const

type TextAction = keyof typeof textActions

/** What happens to the documents that wait for their review. */
export interface SettledDocuments {
  accept: number[]
  leave: number[]
}

/** @param text what the member reads. */
export function resolveRequest(
  { id, version }: StaffRequest,
  text: string,
  { accept, leave }: SettledDocuments,
): Promise<StaffRequest> {
  const body = { version, text, accept_documents: accept, leave_documents: leave }
  return answered('POST /api/requests/:id/resolve/', { params: { id }, body })
}

/** @param text what the member reads. */
export function runTextAction({ id, version }: StaffRequest, name: TextAction, text: string) {
  return answered(textActions[name], { params: { id }, body: { version, text } })
}

export function reviewDocument(
  { id, version }: StaffRequest,
  documentId: number,
  review: { accepted: boolean; reason: string },
): Promise<StaffRequest> {
  const params = { id, document_id: documentId }
  return answered('POST /api/requests/:id/documents/:document_id/review/', {
    params,
    body: { version, ...review },
  })
}

/** Closes the request as a part of the other one. */
export function mergeRequest({ id, version }: StaffRequest, into: number): Promise<StaffRequest> {
  return answered('POST /api/requests/:id/merge/', { params: { id }, body: { version, into } })
}

/** A note changes no state, so it needs no version. */
export function addNote({ id }: StaffRequest, text: string): Promise<StaffRequest> {
  return answered('POST /api/requests/:id/note/', { params: { id }, body: { text } })
}

/** The member sees the file once the request is answered. */
export function addAnswerFile(
  { id }: StaffRequest,
  file: File,
  onProgress: (share: number) => void,
): Promise<StaffRequest> {
  const body = new FormData()
  body.set('document', file)
  return answered('POST /api/requests/:id/answer-files/', {
    params: { id },
    body,
    transport: uploading(onProgress),
  })
}

export function removeAnswerFile({ id }: StaffRequest, documentId: number): Promise<StaffRequest> {
  return answered('DELETE /api/requests/:id/answer-files/:document_id/', {
    params: { id, document_id: documentId },
  })
}
