import * as documentsEndpoints from '@carpeta/contract/requests/documents-endpoints'
import {
  definitions as documentsDefinitions,
  uploadFields,
} from '@carpeta/contract/requests/documents-schemas'
import * as emailPreferencesEndpoints from '@carpeta/contract/requests/email-preferences-endpoints'
import {
  definitions as emailPreferencesDefinitions,
  type preferencesSchema,
} from '@carpeta/contract/requests/email-preferences-schemas'
import * as followUpEndpoints from '@carpeta/contract/requests/follow-up-endpoints'
import { definitions as followUpDefinitions } from '@carpeta/contract/requests/follow-up-schemas'
import * as requestsEndpoints from '@carpeta/contract/requests/member-requests-endpoints'
import { definitions as requestsDefinitions } from '@carpeta/contract/requests/member-requests-schemas'
import * as slotFilesEndpoints from '@carpeta/contract/requests/slot-files-endpoints'
import {
  slotFileFields,
  definitions as slotFilesDefinitions,
} from '@carpeta/contract/requests/slot-files-schemas'
import type { z } from 'zod'
import { callerTransaction } from '../auth/caller-transaction.ts'
import type { DocumentServices } from '../documents/document-storage.ts'
import { receiveFile } from '../documents/receive-file.ts'
import { refuseTooManyUploads } from '../documents/store-document.ts'
import type { Api } from '../http/api.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { readFields, readUpload } from '../http/read-upload.ts'
import { sendAttachment } from '../http/send-attachment.ts'
import { serve } from '../http/serve.ts'
import type { PdfPool } from '../pdf/pdf-pool.ts'
import type { RateLimits } from '../throttle/rate-limits.ts'
import {
  type EmailPreferences,
  findEmailPreferences,
  saveEmailPreferences,
} from '../users/email-preferences-store.ts'
import { listProcedureRatings } from './answers-store.ts'
import { attachDocument, removeDocument } from './attachments.ts'
import { createRequest, readDraft, saveDraft } from './drafts.ts'
import {
  cancelRequest,
  commentOnRequest,
  rateAnswer,
  replyToRequest,
  respondToAnswer,
  sendRequest,
} from './member-actions.ts'
import { openDocument, openPage } from './open-document.ts'
import { readMemberRequest, readRequest } from './read-request.ts'
import { addSlotFile, arrangeSlotFiles, joinSlotFiles, readSlotFiles } from './slot-files.ts'

type Services = Api & DocumentServices & { limits: RateLimits; pdfs: PdfPool }

/** A member's requests with their documents, and which emails a user gets about them. */
export function memberRequestsRoutes(api: Services): void {
  requestsRoutes(api)
  documentsRoutes(api)
  slotFilesRoutes(api)
  followUpRoutes(api)
  emailPreferencesRoutes(api)
}

function requestsRoutes(api: Services): void {
  serve(api, requestsEndpoints, requestsDefinitions, {
    createRequest: async ({ caller, body, request }) => {
      const [key] = [request.headers['idempotency-key']].flat()
      return { id: await createRequest(api, caller, { ...body, idempotencyKey: key || undefined }) }
    },
    getDraft: ({ caller, query }) => readDraft(api, caller, query),
    saveDraft: ({ caller, body }) => saveDraft(api, caller, body),
    sendRequest: ({ caller, body }) => sendRequest(api, caller, body.request_id),
    getRequest: ({ caller, params: { id: requestId }, query }) =>
      readRequest(api, caller, { requestId, asStaff: query.as === 'staff' }),
    cancelRequest: ({ caller, params: { id } }) =>
      readAfter(api, caller, id, cancelRequest(api, caller, id)),
    replyToRequest: ({ caller, params: { id }, body: { comment } }) =>
      readAfter(api, caller, id, replyToRequest(api, caller, { requestId: id, comment })),
  })
}

/** Comments during the review, replies to an answer and its rating. */
function followUpRoutes(api: Services): void {
  serve(api, followUpEndpoints, followUpDefinitions, {
    commentOnRequest: ({ caller, params: { id }, body: { text } }) =>
      readAfter(api, caller, id, commentOnRequest(api, caller, { requestId: id, text })),
    respondToAnswer: ({ caller, params: { id }, body: { text } }) =>
      readAfter(api, caller, id, respondToAnswer(api, caller, { requestId: id, text })),
    rateAnswer: ({ caller, params: { id }, body: { helped } }) =>
      readAfter(api, caller, id, rateAnswer(api, caller, { requestId: id, helped })),
    listRatings: async () => ({
      results: (await listProcedureRatings(api.db)).map(
        ({ procedureId, title, answers, helped, notHelped }) => ({
          procedure_id: procedureId,
          title,
          answers,
          helped,
          not_helped: notHelped,
        }),
      ),
    }),
  })
}

/** Answers an action with the request as its member sees it afterwards. */
async function readAfter(
  api: Services,
  { user }: SignedInCaller,
  requestId: number,
  action: Promise<void>,
) {
  await action
  return readMemberRequest(api, requestId, user.id)
}

/** A member's documents: uploaded, downloaded, shown page by page and removed. */
function documentsRoutes(api: Services): void {
  serve(api, documentsEndpoints, documentsDefinitions, {
    uploadDocument: async ({ caller, request }) => {
      await refuseTooManyUploads(api, caller)
      const upload = await readUpload(request, (incoming) => receiveFile(incoming, api.config))
      await using file = upload.file
      const fields = readFields(upload, uploadFields)
      return await attachDocument(api, caller, { fields, file })
    },
    downloadDocument: async ({ caller, params, reply }) => {
      const { document, content } = await openDocument(api, caller, params.id)
      return sendAttachment(reply, document, content)
    },
    getDocumentPage: async ({ caller, params: { id: documentId, page }, reply, signal }) => {
      const { pages, content, ...file } = await openPage(api, caller, { documentId, page, signal })
      reply.header('x-page-count', pages)
      return sendAttachment(reply, file, content)
    },
    removeDocument: async ({ caller, params }) => {
      await removeDocument(api, caller, params.id)
      return {}
    },
  })
}

/** The files that members choose for the documents of a request, until they are joined. */
function slotFilesRoutes(api: Services): void {
  serve(api, slotFilesEndpoints, slotFilesDefinitions, {
    listSlotFiles: ({ caller, params }) => readSlotFiles(api, caller, params.id),
    addSlotFile: async ({ caller, params, request, signal }) => {
      await refuseTooManyUploads(api, caller)
      const upload = await readUpload(request, (incoming) => receiveFile(incoming, api.config))
      await using file = upload.file
      const fields = readFields(upload, slotFileFields)
      const added = { requestId: params.id, ...fields, file, signal }
      return await addSlotFile(api, caller, added)
    },
    arrangeSlotFiles: ({ caller, params, body }) =>
      arrangeSlotFiles(api, caller, { requestId: params.id, slots: body.slots }),
    joinSlotFiles: ({ caller, params, body: { position, file_ids: fileIds }, signal }) =>
      joinSlotFiles(api, caller, { requestId: params.id, position, fileIds, signal }),
  })
}

/** Security emails are always sent. */
function emailPreferencesRoutes(api: Services): void {
  const { db } = api
  serve(api, emailPreferencesEndpoints, emailPreferencesDefinitions, {
    getPreferences: async ({ caller }) =>
      presentPreferences(await findEmailPreferences(db, caller.user.id)),
    changePreferences: async ({ caller, body }) => {
      const userId = caller.user.id
      const changes = {
        wantsRequestEmails: body.request_letters,
        wantsAnnouncementEmails: body.announcement_emails,
        wantsDeedEmails: body.deed_emails,
        wantsPaymentEmails: body.payment_emails,
        wantsDueEmails: body.due_emails,
      }
      await callerTransaction(db, caller, (tx) => saveEmailPreferences(tx, userId, changes), {
        lock: 'update',
      })
      return presentPreferences(await findEmailPreferences(db, userId))
    },
  })
}

function presentPreferences(preferences: EmailPreferences): z.infer<typeof preferencesSchema> {
  return {
    request_letters: preferences.wantsRequestEmails,
    announcement_emails: preferences.wantsAnnouncementEmails,
    deed_emails: preferences.wantsDeedEmails,
    payment_emails: preferences.wantsPaymentEmails,
    due_emails: preferences.wantsDueEmails,
  }
}
