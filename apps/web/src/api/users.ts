import type { User } from '@carpeta/contract/auth/auth-schemas'
import type { Sent } from '@carpeta/contract/endpoint'
import * as invitations from '@carpeta/contract/users/invitations-endpoints'
import type { definitions, inviteesSchema } from '@carpeta/contract/users/invitations-schemas'
import * as users from '@carpeta/contract/users/users-endpoints'
import type {
  changeUser as changed,
  saveUser,
  UserRow,
} from '@carpeta/contract/users/users-schemas'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { answered } from './client/answered.ts'
import type { Resource } from './client/resources.ts'

// The accounts that staff manage, and the emails that invite their owners.

export const USERS: Resource = {
  list: users.listUsers,
  listDeleted: users.listDeletedUsers,
  remove: users.deleteUser,
  restore: users.restoreUser,
}

export type { UserRow }
type InvitationState = UserRow['invitation']['state']
export type InvitationProgress = z.infer<typeof definitions.getInvitationProgress.answer>
export type Invitees = z.infer<typeof inviteesSchema>
/** What the form of an account sends, new or not. */
export type UserFields = Sent<typeof saveUser> & Sent<typeof changed>

export function createUser(body: UserFields): Promise<User> {
  return answered(users.createUser, { body })
}

export function changeUser(id: number, body: UserFields): Promise<User> {
  return answered(users.changeUser, { params: { id: String(id) }, body })
}

/** Resolves to the number of queued emails. */
export async function inviteUsers(whom: Invitees): Promise<number> {
  return (await answered(invitations.inviteUsers, { body: whom })).queued
}

/** Can be repeated when the first email did not arrive. */
export async function inviteUser(id: number): Promise<void> {
  await answered(invitations.inviteUser, { params: { id: String(id) }, body: {} })
}

export async function revokeInvitation(id: number): Promise<void> {
  await answered(invitations.revokeInvitation, { params: { id: String(id) }, body: {} })
}

/** The users among the filtered ones who can be invited. */
export interface Waiting {
  notInvited: number
  /** Once or more, and not activated so far. */
  invited: number
}

export function waitingQuery(filters: Record<string, string>) {
  return queryOptions({
    queryKey: ['waiting for an invitation', filters],
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
  const query = { ...filters, invitation: state, page: '1', pageSize: '1' }
  const page = await answered(users.listUsers, { query, signal })
  return page.results.length === 0 ? 0 : page.lastPage
}

const LOOK_MS = 3000
// Each look is a call like any other, and keeps the session alive: nobody's may last for ever
// because some mail server is down.
const MAX_POLLS = 200

/**
 * The progress of the queued emails, polled until the queue is empty.
 * @param batch another one begins to look anew.
 */
export function invitationProgressQuery(batch: number) {
  return queryOptions({
    queryKey: ['invitations', batch],
    staleTime: 0,
    queryFn: ({ signal }) => answered(invitations.getInvitationProgress, { signal }),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data && data.queued > 0 && dataUpdateCount < MAX_POLLS ? LOOK_MS : false,
  })
}
