import type { sessionSchema } from '@carpeta/contract/account'
import type { User } from '@carpeta/contract/auth'
import type { AnswerOf } from '@carpeta/contract/endpoints'
import type { z } from 'zod'
import { answered, call, perform } from '../api/client.ts'
import { optionalQuery } from '../api/optional-query.ts'
import { pageOf } from '../api/resources.ts'

/** Whose account a link opens, as its check told. */
export interface LinkOwner {
  /** A rut or an email. */
  username: string
  firstName?: string | undefined
  lastName?: string | undefined
  /** Where the account's emails arrive; only a letter's link tells. */
  email?: string | undefined
}

export type LinkState = AnswerOf<'GET /api/client/check/'>
export type OpenSession = z.infer<typeof sessionSchema>

export async function checkLink(token: string): Promise<LinkState> {
  const { can_restore_password, is_active, username } = await answered('GET /api/client/check/', {
    query: { token },
  })
  return {
    can_restore_password: can_restore_password === true,
    is_active: is_active === true,
    ...(typeof username === 'string' && { username }),
  }
}

/** Activates or restores the account. Resolves to what logs it in: its rut, or else its email. */
export async function setPassword(
  token: string,
  password: string,
  removesEmail: boolean,
): Promise<string> {
  const body = { token, password, ...(removesEmail && { remove_email: true }) }
  const answer = await answered('POST /api/client/password/', { body })
  return String(answer.username ?? answer.social_security ?? '')
}

/** Resolves to false, with nothing changed, when the session has ended. */
export async function changePassword(
  { oldPassword, newPassword }: { oldPassword: string; newPassword: string },
  removesEmail: boolean,
): Promise<boolean> {
  const body = {
    ...{ old_password: oldPassword, new_password: newPassword },
    ...(removesEmail && { remove_email: true }),
  }
  return (await call('POST /api/client/password/change/', { body })) !== null
}

/** @param password where the browser did not register itself; the answer says so. */
export async function confirmEmail(code: string, password?: string): Promise<void> {
  await perform('POST /api/confirm-email/', { body: { code, ...(password && { password }) } })
}

export async function confirmEmailChange(token: string): Promise<void> {
  await perform('POST /api/email-change/confirm/', { body: { token } })
}

/** Resolves to the token of a link that chooses a password; to none while the account is closed. */
export async function revertEmailChange(token: string): Promise<string | undefined> {
  return (await answered('POST /api/email-change/revert/', { body: { token } })).token
}

/** 'No fui yo'. Resolves as above. */
export async function takeBackAccount(token: string): Promise<string | undefined> {
  return (await answered('POST /api/client/not-me/', { body: { token } })).token
}

/** Resolves to the account without the pending email. */
export function cancelEmailChange(userId: number): Promise<User> {
  return answered('DELETE /api/users/:id/email-change/', { params: { id: String(userId) } })
}

/** The beginning of the key of every page. */
export const sessionsKey = ['sessions']

/** A page of the open sessions. Always refetched, so that users can spot a session that is not theirs. */
export function sessionsQuery(page: number) {
  return optionalQuery({
    queryKey: [...sessionsKey, page],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const answer = await call('GET /api/client/sessions/', { query: pageOf(page), signal })
      const { results = [], current = 1, lastPage = 1 } = answer ?? {}
      return { sessions: results, current, lastPage }
    },
  })
}

export async function endSession(id: number): Promise<void> {
  await perform('DELETE /api/client/sessions/:id/', { params: { id } })
}

export async function endOtherSessions(): Promise<void> {
  await perform('POST /api/client/sessions/end-others/', { body: {} })
}
