import { endpoints, uploadFields } from '@carpeta/contract/requests'
import type { FastifyRequest } from 'fastify'
import type { DocumentServices } from '../documents/document-storage.ts'
import { receiveUpload } from '../documents/receive-file.ts'
import type { Api } from '../http/api.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { readFields } from '../http/read-upload.ts'
import { sendAttachment } from '../http/send-file.ts'
import { serve } from '../http/serve.ts'
import type { PdfPool } from '../pdf/pdf-pool.ts'
import type { RateLimits } from '../throttle/rate-limits.ts'
import { listProcedureRatings } from './answers-store.ts'
import { addFile, arrangeFiles, removeFile } from './draft-files.ts'
import {
  authorOf,
  beginDraft,
  discardDraft,
  listUnsentRequests,
  readDraft,
  readFormDraft,
  saveDraft,
} from './drafts.ts'
import { cancelRequest, commentOnRequest, rateAnswer, respondToAnswer } from './member-actions.ts'
import { openDocument, openPage } from './open-document.ts'
import { readMemberRequest, readRequest } from './read-request.ts'
import { replyToRequest, sendRequest } from './send-draft.ts'

type Services = Api & DocumentServices & { limits: RateLimits; pdfs: PdfPool }

/** A member's requests with their documents, and which emails a user gets about them. */
export function memberRequestsRoutes(api: Services): void {
  const { db } = api
  serve(api, endpoints, {
    'POST /api/request/create/': ({ caller, body, request }) =>
      beginDraft(api, caller, authorOf, {
        ...body,
        idempotencyKey: idempotencyKeyOf(request),
      }),
    'GET /api/request/draft/': ({ caller, query }) =>
      readFormDraft(api, caller, authorOf(caller), query),
    'GET /api/request/drafts/': async ({ caller }) => ({
      results: await listUnsentRequests(api, caller),
    }),

    // What is written for a request, a reply or a filing, and not sent.
    'POST /api/request/send/': ({ caller, body: { request_id: requestId, version }, signal }) =>
      sendRequest(api, caller, { requestId, version, signal }),
    'GET /api/requests/:id/draft/': ({ caller, params: { id } }) => readDraft(api, caller, id),
    'PUT /api/requests/:id/draft/': ({
      caller,
      params: { id: requestId },
      body: { version, written_in: writtenIn, comment },
    }) => saveDraft(api, caller, { requestId, version, writtenIn, comment }),
    'DELETE /api/requests/:id/draft/': async ({ caller, params: { id: requestId }, query }) => {
      await discardDraft(api, caller, { requestId, ...query })
      return {}
    },
    'PUT /api/requests/:id/draft/files/': ({ caller, params: { id: requestId }, body }) =>
      arrangeFiles(api, caller, { requestId, ...body }),
    'GET /api/requests/:id/': ({ caller, params: { id: requestId }, query }) =>
      readRequest(api, caller, { requestId, asStaff: query.as === 'staff' }),
    'POST /api/requests/:id/cancel/': ({ caller, params: { id } }) =>
      readAfter(api, caller, id, cancelRequest(api, caller, id)),
    'POST /api/requests/:id/reply/': ({ caller, params: { id }, body, signal }) => {
      const { comment, version } = body
      const reply = { requestId: id, comment, version, signal }
      return readAfter(api, caller, id, replyToRequest(api, caller, reply))
    },

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
    'POST /api/upload-document/': ({ caller, request, signal }) =>
      receiveUpload(api, { caller, request }, (upload) => {
        const fields = readFields(upload, uploadFields)
        return addFile(api, caller, { fields, file: upload.file, signal })
      }),
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
    'DELETE /api/documents/:id/': async ({ caller, params }) => ({
      version: await removeFile(api, caller, params.id),
    }),
  })
}

function idempotencyKeyOf({ headers }: FastifyRequest): string | undefined {
  const [key] = [headers['idempotency-key']].flat()
  return key || undefined
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
