import * as endpoints from '@carpeta/contract/requests/follow-up-endpoints'
import type { MemberRequest } from '@carpeta/contract/requests/request-schemas'
import { queryOptions } from '@tanstack/react-query'
import { answered } from '../client/answered.ts'

// What a member adds to a request unasked, and what members said of the answers.

export function commentOnRequest(id: number, text: string): Promise<MemberRequest> {
  return answered(endpoints.commentOnRequest, { params: { id }, body: { text } })
}

export function respondToAnswer(id: number, text: string): Promise<MemberRequest> {
  return answered(endpoints.respondToAnswer, { params: { id }, body: { text } })
}

export function rateAnswer(id: number, helped: boolean): Promise<MemberRequest> {
  return answered(endpoints.rateAnswer, { params: { id }, body: { helped } })
}

export const ratingsQuery = queryOptions({
  queryKey: ['answer ratings'],
  queryFn: async ({ signal }) => (await answered(endpoints.listRatings, { signal })).results,
})
