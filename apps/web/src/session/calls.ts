import type { SignedInUser, User } from '@carpeta/contract/auth'
import { call, fetchCsrfToken } from '../api/client.ts'
import { readUser } from './read-user.ts'

/** @param code of the second factor, once the server has asked for it. */
export async function login(
  username: string,
  password: string,
  code?: string,
): Promise<User | null> {
  return readUser(
    await call('POST /api/auth/login/', {
      form: { username, password, ...(code && { code }) },
      evenIfExpired: true,
    }),
  )
}

/** Whether there is an answer is reported to every listener of the connection. @returns null without one */
export function probeConnection() {
  return fetchCsrfToken().catch(() => null)
}

const LOGOUT_TIMEOUT_MS = 5000

/** Fails after five seconds, so that a silent server does not keep the user logged in. */
export async function logout(): Promise<void> {
  // Browsers before 2022 do not have the timeout.
  const signal = AbortSignal.timeout?.(LOGOUT_TIMEOUT_MS)
  await call('POST /api/auth/logout/', { form: {}, signal, evenIfExpired: true })
}

export async function currentUser(): Promise<SignedInUser | null> {
  return readUser(await call('GET /api/auth/user/', { query: { format: 'json' } }))
}
