import * as endpoints from '@carpeta/contract/requests/member-requests-endpoints'
import { definitions } from '@carpeta/contract/requests/member-requests-schemas'
import type { Api } from '../../http/api.ts'
import { serve } from '../../http/serve.ts'
import type { RateLimits } from '../../throttle/rate-limits.ts'
import { createRequest } from '../drafts/create-request.ts'
import { readDraft, saveDraft } from '../drafts/save-draft.ts'
import { readRequest } from '../read-request.ts'
import { cancelRequest } from './cancel-request.ts'
import { readMemberRequest } from './read-member-request.ts'
import { replyToRequest } from './reply-to-request.ts'
import { sendRequest } from './send-request.ts'

/** A member's requests: created, sent, read, cancelled and replied to. */
export function requestsRoutes(api: Api & { limits: RateLimits }): void {
  serve(api, endpoints, definitions, {
    createRequest: async ({ caller, body, request }) => {
      const [key] = [request.headers['idempotency-key']].flat()
      return { id: await createRequest(api, caller, { ...body, idempotencyKey: key || undefined }) }
    },
    getDraft: ({ caller, query }) => readDraft(api, caller, query),
    saveDraft: ({ caller, body }) => saveDraft(api, caller, body),
    sendRequest: ({ caller, body }) => sendRequest(api, caller, body.request_id),
    getRequest: ({ caller, params: { id: requestId }, query }) =>
      readRequest(api, caller, { requestId, asStaff: query.as === 'staff' }),
    cancelRequest: async ({ caller, params: { id: requestId } }) => {
      await cancelRequest(api, caller, requestId)
      return readMemberRequest(api, requestId, caller.user.id)
    },
    replyToRequest: async ({ caller, params: { id: requestId }, body }) => {
      await replyToRequest(api, caller, { requestId, comment: body.comment })
      return readMemberRequest(api, requestId, caller.user.id)
    },
  })
}
