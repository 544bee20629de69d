import type { User } from '@carpeta/contract/auth'
import type { Sent } from '@carpeta/contract/endpoint'
import type { AnswerOf } from '@carpeta/contract/endpoints'
import type {
  changeUser as changed,
  inviteesSchema,
  saveUser,
  UserRow as WireUserRow,
} from '@carpeta/contract/users'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { type Answer, answered, hasMoreCalls } from '../api/client.ts'
import { optionalQuery } from '../api/optional-query.ts'
import type { Page, Resource } from '../api/resources.ts'

// The accounts that staff manage, and the emails that invite their owners.

export const userFilterNames = ['fullname', 'email', 'social_security', 'invitation']

export const USERS: Resource = {
  list: 'GET /api/users/',
  listDeleted: 'GET /api/users/trashed/',
  remove: 'DELETE /api/users/:id/',
  restore: 'PATCH /api/users/:id/restore/',
  pageSizes: [25, 50, 100],
}

/** What an API beyond the specification adds to an account is optional. */
export type UserRow = User & Partial<Omit<WireUserRow, keyof User>>
export type Invitation = WireUserRow['invitation']

export interface UsersPage extends Page<UserRow> {
  isLimited?: boolean
}

export type Invitees = z.infer<typeof inviteesSchema>
/** The fields of the form for new and existing accounts. */
export type UserFields = Sent<typeof saveUser> & Sent<typeof changed>

export function createUser(body: UserFields): Promise<User> {
  return answered('POST /api/users/', { body })
}

/** @param asRead the account as the form shows it: the change is refused if it has changed since. */
export function changeUser(body: UserFields, asRead: User): Promise<User> {
  const params = { id: String(asRead.id) }
  // An API of the specification alone has no such condition, and on another host refuses the header.
  const version = hasMoreCalls() && { headers: { 'If-Match': `"${asRead.profile.updated_at}"` } }
  return answered('PATCH /api/users/:id/', { params, body, ...version })
}

/** How many emails go out, how many users got one less than a day ago, and the instant that identifies the emails. */
export type Invited = AnswerOf<'POST /api/users/invite/'>

export function inviteUsers(invitees: Invitees): Promise<Invited> {
  return answered('POST /api/users/invite/', { body: invitees })
}

/** Can be repeated when the first email did not arrive. Resolves to the instant of the invitation. */
export async function inviteUser(id: number): Promise<string | null> {
  const params = { id: String(id) }
  const row: UserRow = await answered('POST /api/users/:id/invite/', { params, body: {} })
  return row.invitation?.invited_at ?? null
}

export async function revokeInvitation(id: number): Promise<void> {
  await answered('POST /api/users/:id/revoke/', { params: { id: String(id) }, body: {} })
}

/** How many of the filtered users can be invited. */
export interface InvitableCounts {
  notInvited: number
  /** Invited at least once and not yet activated. */
  invited: number
}

export function invitableCountsQuery(filters: Record<string, string>) {
  return queryOptions({
    queryKey: ['invitable users', filters],
    gcTime: 0,
    queryFn: async ({ signal }): Promise<InvitableCounts> => {
      const { invitation, ...texts } = filters
      const count = (state: string) => countIn({ ...texts, invitation: state }, signal)
      const countShown = (state: string) => (!invitation || invitation === state ? count(state) : 0)
      const [notInvited, invited] = await Promise.all([
        countShown('not_invited'),
        invitation === 'failed' ? count('failed_invitable') : countShown('invited'),
      ])
      return { notInvited, invited }
    },
  })
}

/** With one row per page, the last page is the count. */
async function countIn(filters: Record<string, string>, signal: AbortSignal): Promise<number> {
  const query = { ...filters, page: '1', pageSize: '1' }
  const page = await answered('GET /api/users/', { query, signal })
  return page.results.length === 0 ? 0 : page.lastPage
}

const POLL_INTERVAL_MS = 3000
// Each poll counts as activity. The limit keeps a mail server that is down from keeping the session
// alive for ever.
const MAX_POLLS = 200

export interface InvitationBatch {
  /** Another number restarts the polling. */
  number: number
  /** When its accounts were invited; null for all queued emails, whoever invited. */
  invitedAt: string | null
}

/** The progress of the queued invitations, polled until none is left. */
export function invitationProgressQuery({ number, invitedAt }: InvitationBatch) {
  const ofBatch = invitedAt !== null && { query: { invited_at: invitedAt } }
  return optionalQuery({
    queryKey: ['invitations', number, invitedAt],
    staleTime: 0,
    queryFn: ({ signal }) => answered('GET /api/users/invitations/', { ...ofBatch, signal }),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data && data.queued > 0 && dataUpdateCount < MAX_POLLS ? POLL_INTERVAL_MS : false,
  })
}

export type OpenMatters = Answer<'GET /api/users/:id/open-matters/'>

export function openMattersQuery(id: number) {
  return optionalQuery({
    queryKey: ['open matters', id],
    staleTime: 0,
    queryFn: ({ signal }) =>
      answered('GET /api/users/:id/open-matters/', { params: { id: String(id) }, signal }),
  })
}
