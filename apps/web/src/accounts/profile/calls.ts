import type { accessSchema } from '@carpeta/contract/audit'
import type { User } from '@carpeta/contract/auth'
import type { AnswerOf } from '@carpeta/contract/endpoints'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { answered } from '../../api/client.ts'
import { optionalQuery } from '../../api/optional-query.ts'
import { pageOf } from '../../api/resources.ts'

// The signed-in user's own account, and who accessed its data.

export type Access = z.infer<typeof accessSchema>
export type AccessesPage = AnswerOf<'GET /api/client/accesses/'>

/**
 * The current account for the form. The stored user may be outdated, and the server refuses changes
 * to an outdated account.
 */
export const ownAccountQuery = queryOptions({
  queryKey: ['own account'],
  // A refetch would replace what the user is typing.
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  queryFn: ({ signal }): Promise<User> =>
    answered('GET /api/auth/user/', { query: { format: 'json' }, signal }),
})

/** The accesses of staff to the user's data, newest first. */
export function accessesQuery(page: number) {
  return optionalQuery({
    queryKey: ['accesses', page],
    queryFn: ({ signal }) => answered('GET /api/client/accesses/', { query: pageOf(page), signal }),
  })
}
