import type { accessesResponse } from '@carpeta/contract/audit'
import type { User } from '@carpeta/contract/auth'
import type { saveOwnAccount } from '@carpeta/contract/users'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { answered } from './answered.ts'
import { change, type Page } from './resources.ts'

// One's own account: what one changes oneself, and what others did with it.

export type OwnAccountFields = z.infer<typeof saveOwnAccount>
export type Access = z.infer<typeof accessesResponse>['results'][number]

/**
 * As it stands now, for the form that changes it: the browser's own copy may be older, and a change
 * of an older account is refused.
 */
export const ownAccountQuery = queryOptions({
  queryKey: ['own account'],
  // Nothing may take the place of what is being typed meanwhile.
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  queryFn: ({ signal }) => answered<User>('GET', '/api/auth/user/?format=json', { signal }),
})

/** @throws {ApiError} what the server refused, field by field. */
export function changeOwnAccount(id: number, fields: OwnAccountFields) {
  return change<User>('users', id, fields)
}

/** Who of the cooperative saw or changed one's data, newest first. */
export function accessesQuery(page: number) {
  return queryOptions({
    queryKey: ['accesses', page],
    queryFn: ({ signal }) =>
      answered<Page<Access>>('GET', `/api/client/accesses/?page=${page}&pageSize=10`, { signal }),
  })
}
