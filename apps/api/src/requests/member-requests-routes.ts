import {
  endpoints,
  type preferencesSchema,
  slotFileFields,
  uploadFields,
} from '@carpeta/contract/requests'
import type { z } from 'zod'
import { callerTransaction } from '../auth/caller-transaction.ts'
import type { DocumentServices } from '../documents/document-storage.ts'
import { receiveFile } from '../documents/receive-file.ts'
import { refuseTooManyUploads } from '../documents/store-document.ts'
import type { Api } from '../http/api.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { readFields, readUpload } from '../http/read-upload.ts'
import { sendAttachment } from '../http/send-file.ts'
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
  const { db } = api
  serve(api, endpoints, {
    'POST /api/request/create/': async ({ caller, body, request }) => {
      const [key] = [request.headers['idempotency-key']].flat()
      return { id: await createRequest(api, caller, { ...body, idempotencyKey: key || undefined }) }
    },
    'GET /api/request/draft/': ({ caller, query }) => readDraft(api, caller, query),
    'PUT /api/request/draft/': ({ caller, body }) => saveDraft(api, caller, body),
    'POST /api/request/send/': ({ caller, body }) => sendRequest(api, caller, body.request_id),
    'GET /api/requests/:id/': ({ caller, params: { id: requestId }, query }) =>
      readRequest(api, caller, { requestId, asStaff: query.as === 'staff' }),
    'POST /api/requests/:id/cancel/': ({ caller, params: { id } }) =>
      readAfter(api, caller, id, cancelRequest(api, caller, id)),
    'POST /api/requests/:id/reply/': ({ caller, params: { id }, body: { comment } }) =>
      readAfter(api, caller, id, replyToRequest(api, caller, { requestId: id, comment })),

    // Comments during the review, replies to an answer and its rating.
    'POST /api/requests/:id/comment/': ({ caller, params: { id }, body: { text } }) =>
      readAfter(api, caller, id, commentOnRequest(api, caller, { requestId: id, text })),
    'POST /api/requests/:id/respond/': ({ caller, params: { id }, body: { text } }) =>
      readAfter(api, caller, id, respondToAnswer(api, caller, { requestId: id, text })),
    'PUT /api/requests/:id/rating/': ({ caller, params: { id }, body: { helped } }) =>
      readAfter(api, caller, id, rateAnswer(api, caller, { requestId: id, helped })),
    'GET /api/requests/ratings/': async () => ({
      results: (await listProcedureRatings(db)).map(
        ({ procedureId, title, answers, helped, notHelped }) => ({
          procedure_id: procedureId,
          title,
          answers,
          helped,
          not_helped: notHelped,
        }),
      ),
    }),

    // Documents: uploaded, downloaded, shown page by page and removed.
    'POST /api/upload-document/': async ({ caller, request, signal }) => {
      await refuseTooManyUploads(api, caller)
      const upload = await readUpload(request, (incoming) => receiveFile(incoming, api.config))
      await using file = upload.file
      const fields = readFields(upload, uploadFields)
      return await attachDocument(api, caller, { fields, file, signal })
    },
    'GET /api/documents/:id/': async ({ caller, params, reply }) => {
      const { document, content } = await openDocument(api, caller, params.id)
      return sendAttachment(reply, document, content)
    },
    'GET /api/documents/:id/pages/:page/': async ({
      caller,
      params: { id: documentId, page },
      reply,
      signal,
    }) => {
      const { pages, content, ...file } = await openPage(api, caller, { documentId, page, signal })
      reply.header('x-page-count', pages)
      return sendAttachment(reply, file, content)
    },
    'DELETE /api/documents/:id/': async ({ caller, params }) => {
      await removeDocument(api, caller, params.id)
      return {}
    },

    // The files that members choose for the documents of a request, until they are joined.
    'GET /api/requests/:id/slot-files/': ({ caller, params }) =>
      readSlotFiles(api, caller, params.id),
    'POST /api/requests/:id/slot-files/': async ({ caller, params, request, signal }) => {
      await refuseTooManyUploads(api, caller)
      const upload = await readUpload(request, (incoming) => receiveFile(incoming, api.config))
      await using file = upload.file
      const fields = readFields(upload, slotFileFields)
      const added = { requestId: params.id, ...fields, file, signal }
      return await addSlotFile(api, caller, added)
    },
    'PUT /api/requests/:id/slot-files/': ({ caller, params, body }) =>
      arrangeSlotFiles(api, caller, { requestId: params.id, slots: body.slots }),
    'POST /api/requests/:id/slot-files/join/': ({
      caller,
      params,
      body: { position, file_ids: fileIds },
      signal,
    }) => joinSlotFiles(api, caller, { requestId: params.id, position, fileIds, signal }),

    // Emails that a user can switch off; security emails are always sent.
    'GET /api/client/preferences/': async ({ caller }) =>
      presentPreferences(await findEmailPreferences(db, caller.user.id)),
    'PATCH /api/client/preferences/': async ({ caller, body }) => {
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

function presentPreferences(preferences: EmailPreferences): z.infer<typeof preferencesSchema> {
  return {
    request_letters: preferences.wantsRequestEmails,
    announcement_emails: preferences.wantsAnnouncementEmails,
    deed_emails: preferences.wantsDeedEmails,
    payment_emails: preferences.wantsPaymentEmails,
    due_emails: preferences.wantsDueEmails,
  }
}
