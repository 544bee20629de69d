import * as endpoints from '@carpeta/contract/requests/follow-up-endpoints'
import { definitions } from '@carpeta/contract/requests/follow-up-schemas'
import type { Api } from '../../http/api.ts'
import { serve } from '../../http/serve.ts'
import { readMemberRequest } from '../lifecycle/read-member-request.ts'
import { commentOnRequest } from './comment-on-request.ts'
import type { FollowUpServices } from './follow-up-services.ts'
import { rateAnswer } from './rate-answer.ts'
import { listProcedureRatings } from './ratings-store.ts'
import { respondToAnswer } from './respond-to-answer.ts'

/** What members say unasked: during the review, and after the answer. */
export function followUpRoutes(api: Api & FollowUpServices): void {
  serve(api, endpoints, definitions, {
    commentOnRequest: async ({ caller, params: { id: requestId }, body: { text } }) => {
      await commentOnRequest(api, caller, { requestId, text })
      return readMemberRequest(api, requestId, caller.user.id)
    },
    respondToAnswer: async ({ caller, params: { id: requestId }, body: { text } }) => {
      await respondToAnswer(api, caller, { requestId, text })
      return readMemberRequest(api, requestId, caller.user.id)
    },
    rateAnswer: async ({ caller, params: { id: requestId }, body: { helped } }) => {
      await rateAnswer(api, caller, { requestId, helped })
      return readMemberRequest(api, requestId, caller.user.id)
    },
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
