import type { MemberRequest } from '@carpeta/contract/requests'
import { queryOptions } from '@tanstack/react-query'
import { answered } from './client/client.ts'

// A member's comments, responses and ratings, and the ratings of all members.

export function commentOnRequest(id: number, text: string): Promise<MemberRequest> {
  return answered('POST /api/requests/:id/comment/', { params: { id }, body: { text } })
}

export function respondToAnswer(id: number, text: string): Promise<MemberRequest> {
  return answered('POST /api/requests/:id/respond/', { params: { id }, body: { text } })
}

export function rateAnswer(id: number, helped: boolean): Promise<MemberRequest> {
  return answered('PUT /api/requests/:id/rating/', { params: { id }, body: { helped } })
}

export const ratingsQuery = queryOptions({
  queryKey: ['answer ratings'],
  queryFn: async ({ signal }) => (await answered('GET /api/requests/ratings/', { signal })).results,
})
