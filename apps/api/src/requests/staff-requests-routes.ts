import * as templatesEndpoints from '@carpeta/contract/requests/answer-templates-endpoints'
import { definitions as templatesDefinitions } from '@carpeta/contract/requests/answer-templates-schemas'
import * as filingsEndpoints from '@carpeta/contract/requests/filings/filings-endpoints'
import {
  definitions as filingsDefinitions,
  filingUploadFields,
} from '@carpeta/contract/requests/filings/filings-schemas'
import * as queueEndpoints from '@carpeta/contract/requests/queue-endpoints'
import { definitions as queueDefinitions } from '@carpeta/contract/requests/queue-schemas'
import * as documentsEndpoints from '@carpeta/contract/requests/staff-documents-endpoints'
import { definitions as documentsDefinitions } from '@carpeta/contract/requests/staff-documents-schemas'
import * as requestsEndpoints from '@carpeta/contract/requests/staff-requests-endpoints'
import { definitions as requestsDefinitions } from '@carpeta/contract/requests/staff-requests-schemas'
import { recordListRead } from '../audit/record-audit-event.ts'
import type { DocumentServices } from '../documents/document-storage.ts'
import { receiveFile } from '../documents/receive-file.ts'
import { refuseTooManyUploads } from '../documents/store-document.ts'
import type { Api } from '../http/api.ts'
import { readFields, readUpload } from '../http/read-upload.ts'
import { type Call, serve } from '../http/serve.ts'
import type { RateLimits } from '../throttle/rate-limits.ts'
import { changeTemplate, createTemplate, deleteTemplate } from './answer-templates.ts'
import { addAnswerFile, rejectRequest, removeAnswerFile, resolveRequest } from './answers.ts'
import { listTemplates } from './answers-store.ts'
import { attachDocument, reviewDocument } from './attachments.ts'
import { listAssignees } from './change-request.ts'
import { createFiling, findFilingMembers, readFilingOptions, sendFiling } from './filings.ts'
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
  reviewRequest,
} from './staff-actions.ts'

type Services = Api & DocumentServices & { limits: RateLimits }

/** Staff answer the requests of members and file them on their behalf. */
export function staffRequestsRoutes(api: Services): void {
  queueRoutes(api)
  filingsRoutes(api)
  requestsRoutes(api)
  documentsRoutes(api)
  templatesRoutes(api)
}

/** Many requests at once, and the filters that staff save. */
function queueRoutes(api: Services): void {
  serve(api, queueEndpoints, queueDefinitions, {
    assignRequests: async ({ caller, body: { requests, user_id: assigneeId } }) => ({
      results: await assignRequests(api, caller, { requests, assigneeId }),
    }),
    downloadRequests: async ({ caller, query, reply }) => {
      const csv = await exportRequests(api, caller, query)
      return reply
        .type(queueDefinitions.downloadRequests.file)
        .header('content-disposition', 'attachment; filename="solicitudes.csv"')
        .send(csv)
    },
    listSavedFilters: async ({ caller }) => ({
      results: await listSavedFilters(api.db, caller.user.id),
    }),
    saveFilter: ({ caller, body }) => saveFilter(api, caller, body),
    deleteSavedFilter: async ({ caller, params }) => {
      await deleteSavedFilter(api, caller, params.id)
      return {}
    },
  })
}

/** Staff file a request for a member. */
function filingsRoutes(api: Services): void {
  serve(api, filingsEndpoints, filingsDefinitions, {
    findFilingMembers: async ({ caller, query }) => ({
      results: await findFilingMembers(api, caller, query.q),
    }),
    getFilingOptions: ({ caller, params }) => readFilingOptions(api, caller, params.id),
    createFiling: async ({ caller, body, request }) => {
      const [key] = [request.headers['idempotency-key']].flat()
      return { id: await createFiling(api, caller, { ...body, idempotencyKey: key || undefined }) }
    },
    addFilingDocument: async ({ caller, params, request }) => {
      await refuseTooManyUploads(api, caller)
      const upload = await readUpload(request, (incoming) => receiveFile(incoming, api.config))
      await using file = upload.file
      const fields = readFields(upload, filingUploadFields)
      return await attachDocument(api, caller, {
        fields: { request_id: params.id, position: fields.position },
        file,
      })
    },
    sendFiling: ({ caller, params }) => sendFiling(api, caller, params.id),
  })
}

type TextCall = Pick<Call<typeof requestsDefinitions.askMember>, 'caller' | 'params' | 'body'>

/** The queue, and the actions of staff on a request. */
function requestsRoutes(api: Services): void {
  const { db } = api
  /** An action with a text for the member. */
  const withText =
    (action: typeof askMember) =>
    ({ caller, params: { id }, body }: TextCall) =>
      readAfter(api, id, action(api, caller, { requestId: id, ...body }))

  serve(api, requestsEndpoints, requestsDefinitions, {
    listRequests: async ({ caller, query }) => {
      const page = await listRequests(api, caller, query)
      await recordListRead(db, caller, 'request', page.results)
      return page
    },
    listAssignees: async () => {
      const colleagues = await listAssignees(db)
      return { results: colleagues.map(({ id, name }) => ({ id, name })) }
    },
    listRequestedProcedures: async () => ({
      results: await listRequestedProcedures(db),
      current: 1,
      lastPage: 1,
    }),
    getRequestMember: ({ caller, params }) => readRequestMember(api, caller, params.id),
    reviewRequest: ({ caller, params: { id }, body: { version } }) =>
      readAfter(api, id, reviewRequest(api, caller, { requestId: id, version })),
    assignRequest: ({ caller, params: { id }, body: { version, user_id: assigneeId } }) =>
      readAfter(api, id, assignRequest(api, caller, { requestId: id, version, assigneeId })),
    askMember: withText(askMember),
    resolveRequest: ({ caller, params: { id }, body }) => {
      const { accept_documents: accept, leave_documents: leave, ...input } = body
      const answer = { requestId: id, ...input, documents: { accept, leave } }
      return readAfter(api, id, resolveRequest(api, caller, answer))
    },
    rejectRequest: withText(rejectRequest),
    reopenRequest: withText(reopenRequest),
    extendRequest: withText(extendRequest),
    mergeRequest: ({ caller, params: { id }, body }) =>
      readAfter(api, id, mergeRequest(api, caller, { requestId: id, ...body })),
    addNote: ({ caller, params: { id }, body: { text } }) =>
      readAfter(api, id, addNote(api, caller, { requestId: id, text })),
  })
}

/** Answers an action with the request as staff see it afterwards. */
async function readAfter(api: Services, requestId: number, action: Promise<void>) {
  await action
  return readStaffRequest(api, requestId)
}

/** Staff review the documents of a request and attach files to its answer. */
function documentsRoutes(api: Services): void {
  serve(api, documentsEndpoints, documentsDefinitions, {
    reviewDocument: ({ caller, params: { id, document_id: documentId }, body }) =>
      readAfter(api, id, reviewDocument(api, caller, { requestId: id, documentId, ...body })),
    addAnswerFile: async ({ caller, params: { id: requestId }, request }) => {
      const upload = await readUpload(request, (incoming) => receiveFile(incoming, api.config))
      await using file = upload.file
      await addAnswerFile(api, caller, { requestId, file })
      return await readStaffRequest(api, requestId)
    },
    removeAnswerFile: ({ caller, params: { id, document_id: documentId } }) =>
      readAfter(api, id, removeAnswerFile(api, caller, { requestId: id, documentId })),
  })
}

/** Texts that staff start an answer with. */
function templatesRoutes(api: Services): void {
  serve(api, templatesEndpoints, templatesDefinitions, {
    listAnswerTemplates: async () => ({ results: await listTemplates(api.db) }),
    createAnswerTemplate: ({ caller, body }) => createTemplate(api, caller, body),
    changeAnswerTemplate: ({ caller, params: { id }, body }) =>
      changeTemplate(api, caller, { id, changes: body }),
    deleteAnswerTemplate: async ({ caller, params }) => {
      await deleteTemplate(api, caller, params.id)
      return {}
    },
  })
}
