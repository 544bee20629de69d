import { listAccesses } from '@carpeta/contract/audit/audit-endpoints'
import type { accessSchema } from '@carpeta/contract/audit/audit-schemas'
import { getSignedInUser } from '@carpeta/contract/auth/auth-endpoints'
import type { User } from '@carpeta/contract/auth/auth-schemas'
import { changeUser } from '@carpeta/contract/users/users-endpoints'
import type { saveOwnAccount } from '@carpeta/contract/users/users-schemas'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { answered } from './client/answered.ts'

// One's own account: what one changes oneself, and what others did with it.

export type OwnAccountFields = z.infer<typeof saveOwnAccount>
export type Access = z.infer<typeof accessSchema>

/**
 * As it stands now, for the form that changes it: the browser's own copy may be older, and a change
 * of an older account is refused.
 */
export const ownAccountQuery = queryOptions({
  queryKey: ['own account'],
  // Nothing may take the place of what is being typed meanwhile.
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  queryFn: ({ signal }): Promise<User> =>
    answered(getSignedInUser, { query: { format: 'json' }, signal }),
})

/** @throws {ApiError} what the server refused, field by field. */
export function changeOwnAccount(id: number, body: OwnAccountFields): Promise<User> {
  return answered(changeUser, { params: { id: String(id) }, body })
}

/** Who of the cooperative saw or changed one's data, newest first. */
export function accessesQuery(page: number) {
  return queryOptions({
    queryKey: ['accesses', page],
    queryFn: ({ signal }) =>
      answered(listAccesses, { query: { page: String(page), pageSize: '10' }, signal }),
  })
}
