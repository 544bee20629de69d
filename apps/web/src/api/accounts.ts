import type { linkCheckResponse, sessionsResponse } from '@carpeta/contract/accounts'
import { unknownErrorMessage } from '@carpeta/domain/errors/error-messages'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { ApiError } from './api-error.ts'
import { call } from './client.ts'

export type LinkState = z.infer<typeof linkCheckResponse>
export type OpenSession = z.infer<typeof sessionsResponse>['results'][number]

export async function checkLink(token: string): Promise<LinkState> {
  const answer = await call('GET', `/api/client/check/?${new URLSearchParams({ token })}`)
  const { can_restore_password, is_active } = fieldsOf(answer)
  return { can_restore_password: can_restore_password === true, is_active: is_active === true }
}

/** Activates or restores; the rut that may log in now. */
export async function setPassword(token: string, password: string): Promise<string> {
  const answer = await call('POST', '/api/client/password/', { body: { token, password } })
  return String(fieldsOf(answer).social_security ?? '')
}

/** False when the session had ended meanwhile and nothing was changed. */
export async function changePassword(oldPassword: string, newPassword: string): Promise<boolean> {
  const body = { old_password: oldPassword, new_password: newPassword }
  return (await call('POST', '/api/client/password/change/', { body })) !== null
}

export async function confirmEmail(code: string): Promise<void> {
  await call('POST', '/api/confirm-email/', { body: { code } })
}

/** Never stale for long: it is looked at to find what should not be there. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  staleTime: 0,
  queryFn: async ({ signal }) => {
    const answer = await call('GET', '/api/client/sessions/', { signal })
    const { results } = (answer ?? {}) as { results?: OpenSession[] }
    return results ?? []
  },
})

export async function endOtherSessions(): Promise<void> {
  await call('POST', '/api/client/sessions/end-others/', { body: {} })
}

function fieldsOf(answer: unknown): Record<string, unknown> {
  if (typeof answer === 'object' && answer !== null) return answer as Record<string, unknown>
  throw new ApiError(0, answer, unknownErrorMessage)
}
