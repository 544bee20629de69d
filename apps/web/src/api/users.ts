import type { User } from '@carpeta/contract/auth'
import type {
  invitationProgress,
  inviteUsers as invitees,
  inviteResponse,
  UserRow,
} from '@carpeta/contract/users'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { answered } from './answered.ts'
import type { Fields } from './client.ts'
import { change, create, type Page } from './resources.ts'

// Accounts as staff keep them, and the letters that invite their owners.

export const USERS = 'users'

export type { UserRow }
export type InvitationState = UserRow['invitation']['state']
export type InvitationProgress = z.infer<typeof invitationProgress>
export type Invitees = z.infer<typeof invitees>

export function createUser(fields: Fields): Promise<User> {
  return create(USERS, fields)
}

export function changeUser(id: number, fields: Fields): Promise<User> {
  return change(USERS, id, fields)
}

/** How many letters were queued. */
export async function inviteUsers(whom: Invitees): Promise<number> {
  const answer = await answered<z.infer<typeof inviteResponse>>('POST', '/api/users/invite/', {
    body: whom,
  })
  return answer.queued
}

/** Also once more, when the first letter did not arrive. */
export async function inviteUser(id: number): Promise<void> {
  await answered('POST', `/api/users/${id}/invite/`, { body: {} })
}

export async function revokeInvitation(id: number): Promise<void> {
  await answered('POST', `/api/users/${id}/revoke/`, { body: {} })
}

/** Who could be sent a letter, of those that the filters of the list match. */
export interface Waiting {
  notInvited: number
  /** Once or more, and not activated so far. */
  invited: number
}

export function waitingQuery(filters: Record<string, string>) {
  return queryOptions({
    queryKey: ['waiting for a letter', filters],
    gcTime: 0,
    queryFn: async ({ signal }): Promise<Waiting> => {
      const count = (state: InvitationState) => countIn(state, filters, signal)
      const [notInvited, invited] = await Promise.all([count('not_invited'), count('invited')])
      return { notInvited, invited }
    },
  })
}

/** With one row a page there are as many rows as pages. */
async function countIn(
  state: InvitationState,
  filters: Record<string, string>,
  signal: AbortSignal,
): Promise<number> {
  if (filters.invitation && filters.invitation !== state) return 0
  const query = new URLSearchParams({ ...filters, invitation: state, page: '1', pageSize: '1' })
  const page = await answered<Page<UserRow>>('GET', `/api/users/?${query}`, { signal })
  return page.results.length === 0 ? 0 : page.lastPage
}

const LOOK_MS = 3000
// Each look is a call like any other, and keeps the session alive: nobody's may last for ever
// because some mail server is down.
const MAX_POLLS = 200

/**
 * How far the queue of letters is, looked at until it is empty.
 * @param batch another one begins to look anew.
 */
export function invitationProgressQuery(batch: number) {
  return queryOptions({
    queryKey: ['invitations', batch],
    staleTime: 0,
    queryFn: ({ signal }) =>
      answered<InvitationProgress>('GET', '/api/users/invitations/', { signal }),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data && data.queued > 0 && dataUpdateCount < MAX_POLLS ? LOOK_MS : false,
  })
}
