import { endpoints } from '@carpeta/contract/staff-requests'
import { recordListRead } from '../audit/record-audit-event.ts'
import type { DocumentServices } from '../documents/document-storage.ts'
import type { GuardServices } from '../documents/guard-file.ts'
import { receiveUpload } from '../documents/receive-file.ts'
import type { Api } from '../http/api.ts'
import { type Call, serve } from '../http/serve.ts'
import type { ListWaiting } from '../sales/sale-due.ts'
import type { RateLimits } from '../throttle/rate-limits.ts'
import {
  addAnswerFile,
  changeTemplate,
  createTemplate,
  deleteTemplate,
  rejectRequest,
  removeAnswerFile,
  resolveRequest,
  resolveRequests,
} from './answers.ts'
import { listTemplates } from './answers-store.ts'
import { listAssignees } from './change-request.ts'
import { createFiling, findFilingMembers, readFiling, readFilingOptions } from './filings.ts'
import { deleteSavedFilter, exportRequests, listRequests, saveFilter } from './queue.ts'
import { listRequestedProcedures, listSavedFilters } from './queue-store.ts'
import { readRequestMember, readStaffRequest } from './read-request.ts'
import {
  addNote,
  askMember,
  assignRequest,
  assignRequests,
  extendRequest,
  mergeRequest,
  reopenRequest,
  reviewDocument,
  reviewRequest,
} from './staff-actions.ts'

type Services = Api &
  DocumentServices &
  GuardServices & { limits: RateLimits; listWaiting: ListWaiting }

type TextCall = Pick<
  Call<(typeof endpoints)['POST /api/requests/:id/ask/']>,
  'caller' | 'params' | 'body'
>

/** Staff answer the requests of members and file them on their behalf. */
export function staffRequestsRoutes(api: Services): void {
  const { db } = api

  /** An action with a text for the member. */
  const withText =
    (action: typeof askMember) =>
    ({ caller, params: { id }, body }: TextCall) =>
      readAfter(api, id, action(api, caller, { requestId: id, ...body }))

  serve(api, endpoints, {
    // Many requests at once, and the filters that staff save.
    'POST /api/requests/assign/': async ({ caller, body: { requests, user_id: assigneeId } }) => ({
      results: await assignRequests(api, caller, { requests, assigneeId }),
    }),
    'POST /api/requests/resolve/': async ({ caller, body }) => ({
      results: await resolveRequests(api, caller, body),
    }),
    'GET /api/requests/export.csv': async ({ caller, query, reply }) => {
      const csv = await exportRequests(api, caller, query)
      return reply
        .type(endpoints['GET /api/requests/export.csv'].file)
        .header('content-disposition', 'attachment; filename="solicitudes.csv"')
        .send(csv)
    },
    'GET /api/requests/filters/': async ({ caller }) => ({
      results: await listSavedFilters(db, caller.user.id),
    }),
    'POST /api/requests/filters/': ({ caller, body }) => saveFilter(api, caller, body),
    'DELETE /api/requests/filters/:id/': async ({ caller, params }) => {
      await deleteSavedFilter(api, caller, params.id)
      return {}
    },

    // Requests that staff file for a member.
    'GET /api/filings/members/': async ({ caller, query }) => ({
      results: await findFilingMembers(api, caller, query.q),
    }),
    'GET /api/filings/members/:id/': ({ caller, params }) =>
      readFilingOptions(api, caller, params.id),
    'GET /api/filings/draft/': ({ caller, query }) => readFiling(api, caller, query),
    'POST /api/filings/': ({ caller, body }) => createFiling(api, caller, body),

    // The queue, and the actions of staff on a request.
    'GET /api/requests/': async ({ caller, query }) => {
      const page = await listRequests(api, caller, query)
      await recordListRead(db, caller, 'request', page.results, page.counts)
      return page
    },
    'GET /api/requests/assignees/': async () => {
      const colleagues = await listAssignees(db)
      return { results: colleagues.map(({ id, name }) => ({ id, name })) }
    },
    'GET /api/requests/procedures/': async () => ({
      results: await listRequestedProcedures(db),
      current: 1,
      lastPage: 1,
    }),
    'GET /api/requests/:id/member/': ({ caller, params }) =>
      readRequestMember(api, caller, params.id),
    'POST /api/requests/:id/review/': ({ caller, params: { id }, body: { version } }) =>
      readAfter(api, id, reviewRequest(api, caller, { requestId: id, version })),
    'POST /api/requests/:id/assign/': ({
      caller,
      params: { id },
      body: { version, user_id: assigneeId },
    }) => readAfter(api, id, assignRequest(api, caller, { requestId: id, version, assigneeId })),
    'POST /api/requests/:id/ask/': withText(askMember),
    'POST /api/requests/:id/resolve/': ({ caller, params: { id }, body }) => {
      const { accept_documents: accept, leave_documents: leave, ...input } = body
      const answer = { requestId: id, ...input, documents: { accept, leave } }
      return readAfter(api, id, resolveRequest(api, caller, answer))
    },
    'POST /api/requests/:id/reject/': withText(rejectRequest),
    'POST /api/requests/:id/reopen/': withText(reopenRequest),
    'POST /api/requests/:id/extend/': withText(extendRequest),
    'POST /api/requests/:id/merge/': ({ caller, params: { id }, body }) =>
      readAfter(api, id, mergeRequest(api, caller, { requestId: id, ...body })),
    'POST /api/requests/:id/note/': ({ caller, params: { id }, body: { text } }) =>
      readAfter(api, id, addNote(api, caller, { requestId: id, text })),

    // Documents of a request and files of its answer.
    'POST /api/requests/:id/documents/:document_id/review/': ({
      caller,
      params: { id, document_id: documentId },
      body,
    }) => readAfter(api, id, reviewDocument(api, caller, { requestId: id, documentId, ...body })),
    'POST /api/requests/:id/answer-files/': ({
      caller,
      params: { id: requestId },
      request,
      signal,
    }) =>
      receiveUpload(api, { caller, request }, ({ file }) =>
        readAfter(api, requestId, addAnswerFile(api, caller, { requestId, file, signal })),
      ),
    'DELETE /api/requests/:id/answer-files/:document_id/': ({
      caller,
      params: { id, document_id: documentId },
    }) => readAfter(api, id, removeAnswerFile(api, caller, { requestId: id, documentId })),

    // Texts that staff start an answer with.
    'GET /api/answer-templates/': async () => ({ results: await listTemplates(db) }),
    'POST /api/answer-templates/': ({ caller, body }) => createTemplate(api, caller, body),
    'PATCH /api/answer-templates/:id/': ({ caller, params: { id }, body }) =>
      changeTemplate(api, caller, { id, changes: body }),
    'DELETE /api/answer-templates/:id/': async ({ caller, params, query }) => {
      await deleteTemplate(api, caller, { ...params, ...query })
      return {}
    },
  })
}

/** Answers an action with the request as staff see it afterwards. */
async function readAfter(api: Services, requestId: number, action: Promise<void>) {
  await action
  return readStaffRequest(api, requestId)
}
