import * as endpoints from '@carpeta/contract/requests/staff-requests-endpoints'
import { definitions } from '@carpeta/contract/requests/staff-requests-schemas'
import { recordListRead } from '../../audit/record-audit-event.ts'
import type { Api } from '../../http/api.ts'
import { type Call, serve } from '../../http/serve.ts'
import { rejectRequest, resolveRequest } from '../closing/answer-request.ts'
import { askMember } from '../lifecycle/ask-member.ts'
import { extendRequest } from '../lifecycle/extend-request.ts'
import { reopenRequest } from '../lifecycle/reopen-request.ts'
import { reviewRequest } from '../lifecycle/review-request.ts'
import { mergeRequest } from '../merging/merge-request.ts'
import { addNote } from './add-note.ts'
import { listAssignees } from './answering-staff.ts'
import { assignRequest } from './assign-request.ts'
import { listRequests } from './list-requests.ts'
import { readRequestMember } from './read-request-member.ts'
import { readStaffRequest } from './read-staff-request.ts'
import { listRequestedProcedures } from './workbench-store.ts'

type TextCall = Pick<Call<typeof definitions.askMember>, 'caller' | 'params' | 'body'>

/** The workbench, and the actions of staff on a request. */
export function staffRequestsRoutes(api: Api): void {
  const { db } = api
  /** An action with a text for the member. */
  const withText =
    (action: typeof askMember) =>
    async ({ caller, params: { id: requestId }, body }: TextCall) => {
      await action(api, caller, { requestId, ...body })
      return readStaffRequest(api, requestId)
    }

  serve(api, endpoints, definitions, {
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
    getRequestMember: ({ caller, params: { id: requestId } }) =>
      readRequestMember(api, caller, requestId),
    reviewRequest: async ({ caller, params: { id: requestId }, body: { version } }) => {
      await reviewRequest(api, caller, { requestId, version })
      return readStaffRequest(api, requestId)
    },
    assignRequest: async ({ caller, params: { id: requestId }, body }) => {
      const { version, user_id: assigneeId } = body
      await assignRequest(api, caller, { requestId, version, assigneeId })
      return readStaffRequest(api, requestId)
    },
    askMember: withText(askMember),
    resolveRequest: async ({ caller, params: { id: requestId }, body }) => {
      const { accept_documents: accept, leave_documents: leave, ...input } = body
      await resolveRequest(api, caller, { requestId, ...input, documents: { accept, leave } })
      return readStaffRequest(api, requestId)
    },
    rejectRequest: withText(rejectRequest),
    reopenRequest: withText(reopenRequest),
    extendRequest: withText(extendRequest),
    mergeRequest: async ({ caller, params: { id: requestId }, body }) => {
      await mergeRequest(api, caller, { requestId, ...body })
      return readStaffRequest(api, requestId)
    },
    addNote: async ({ caller, params: { id: requestId }, body: { text } }) => {
      await addNote(api, caller, { requestId, text })
      return readStaffRequest(api, requestId)
    },
  })
}
