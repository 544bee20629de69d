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
