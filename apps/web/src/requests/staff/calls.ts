import type { AnswerOf } from '@carpeta/contract/endpoints'
import type { StaffRequest } from '@carpeta/contract/requests'
import type {
  answerTemplateForm,
  answerTemplateSchema,
  FilingMember,
  FilingOptions,
  RequestMember,
  RequestRow,
  SavedFilter,
} from '@carpeta/contract/staff-requests'
import { MAX_ASSIGNED_AT_ONCE } from '@carpeta/domain/requests/queue-rules'
import { openStates } from '@carpeta/domain/requests/request-states'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { answered } from '../../api/client.ts'
import { download } from '../../api/download.ts'
import type { Resource } from '../../api/resources.ts'
import { type Sending, uploaded } from '../../api/upload.ts'

// Members' requests, as staff see and answer them.

export const REQUESTS: Resource = {
  list: 'GET /api/requests/',
  pageSize: 50,
  defaults: { state: openStates.join(',') },
}

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

/** The member's data beside the request. */
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

/** The ids of the unreviewed documents that an answer accepts or leaves. */
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
export function addAnswerFile(id: number, file: File, sending: Sending): Promise<StaffRequest> {
  const params = { id }
  return answered('POST /api/requests/:id/answer-files/', { params, ...uploaded(file, sending) })
}

export function removeAnswerFile({ id }: StaffRequest, documentId: number): Promise<StaffRequest> {
  return answered('DELETE /api/requests/:id/answer-files/:document_id/', {
    params: { id, document_id: documentId },
  })
}

// The queue of requests as a whole.

export type { SavedFilter }

const SAVED_FILTERS = 'saved filters'

export const savedFiltersQuery = queryOptions({
  queryKey: [SAVED_FILTERS],
  queryFn: async ({ signal }) => (await answered('GET /api/requests/filters/', { signal })).results,
})

export function saveFilter(name: string, filters: Record<string, string>): Promise<SavedFilter> {
  return answered('POST /api/requests/filters/', { body: { name, filters } })
}

export async function removeSavedFilter(id: number): Promise<void> {
  await answered('DELETE /api/requests/filters/:id/', { params: { id } })
}

/** One of several requests that an action was asked for. */
export interface SeveralResult {
  id: number
  /** Why it was not done; null if it was. */
  refusal: string | null
}

/**
 * Each request is assigned or refused by itself.
 * @param onDone gets every result, also when a later call fails: what was assigned stays assigned
 */
export function assignRequests(
  rows: SeenRow[],
  userId: number | null,
  onDone: (results: SeveralResult[]) => void,
): Promise<void> {
  return inBatches(rows, onDone, (requests) =>
    answered('POST /api/requests/assign/', { body: { requests, user_id: userId } }),
  )
}

/** Answers and closes requests of one procedure with one text. @param onDone as for assigning */
export function resolveRequests(
  rows: SeenRow[],
  text: string,
  onDone: (results: SeveralResult[]) => void,
): Promise<void> {
  return inBatches(rows, onDone, (requests) =>
    answered('POST /api/requests/resolve/', { body: { requests, text } }),
  )
}

type SeenRow = Pick<RequestRow, 'id' | 'version'>

async function inBatches(
  rows: SeenRow[],
  onDone: (results: SeveralResult[]) => void,
  call: (requests: SeenRow[]) => Promise<{ results: SeveralResult[] }>,
): Promise<void> {
  const results: SeveralResult[] = []
  try {
    for (let start = 0; start < rows.length; start += MAX_ASSIGNED_AT_ONCE) {
      const some = rows.slice(start, start + MAX_ASSIGNED_AT_ONCE)
      results.push(...(await call(some.map(({ id, version }) => ({ id, version })))).results)
    }
  } finally {
    if (results.length > 0) onDone(results)
  }
}

/** Every request that the filters match. */
export function exportRequests(filters: Record<string, string>): Promise<Blob | null> {
  return download('GET /api/requests/export.csv', { query: { ...REQUESTS.defaults, ...filters } })
}

// Requests that staff file for a member.

export type { FilingMember, FilingOptions }

export function filingMembersQuery(typed: string) {
  return queryOptions({
    queryKey: ['filing', 'members', typed],
    queryFn: async ({ signal }): Promise<FilingMember[]> =>
      (await answered('GET /api/filings/members/', { query: { q: typed }, signal })).results,
  })
}

export function filingOptionsQuery(memberId: number) {
  return queryOptions({
    queryKey: ['filing', 'options', memberId],
    queryFn: ({ signal }): Promise<FilingOptions> =>
      answered('GET /api/filings/members/:id/', { params: { id: memberId }, signal }),
  })
}

export type AnswerTemplate = z.infer<typeof answerTemplateSchema>
export type AnswerTemplateFields = z.infer<typeof answerTemplateForm>

export const TEMPLATES = 'answer-templates'

/** The texts from which staff can start an answer. */
export const templatesQuery = queryOptions({
  queryKey: [TEMPLATES],
  queryFn: async ({ signal }) => (await answered('GET /api/answer-templates/', { signal })).results,
})

/** @param template as it was read; null creates one */
export async function saveTemplate(
  template: AnswerTemplate | null,
  fields: AnswerTemplateFields,
): Promise<void> {
  if (template === null) await answered('POST /api/answer-templates/', { body: fields })
  else {
    const { id, version } = template
    await answered('PATCH /api/answer-templates/:id/', {
      params: { id },
      body: { ...fields, version },
    })
  }
}

export async function removeTemplate({ id, version }: AnswerTemplate): Promise<void> {
  await answered('DELETE /api/answer-templates/:id/', { params: { id }, query: { version } })
}

/** What members say of the answers. */
export const ratingsQuery = queryOptions({
  queryKey: ['answer ratings'],
  queryFn: async ({ signal }) => (await answered('GET /api/requests/ratings/', { signal })).results,
})
