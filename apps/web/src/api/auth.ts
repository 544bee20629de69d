import type { SignedInUser, User } from '@carpeta/contract/auth'
import { call } from './client.ts'
import { readUser } from './read-user.ts'

export async function login(username: string, password: string): Promise<User | null> {
  const body = new URLSearchParams({ username, password })
  return readUser(await call('POST', '/api/auth/login/', { body }))
}

const LOGOUT_PATIENCE_MS = 5000

/** Nobody should have to stay logged in because the server does not answer. */
export async function logout(): Promise<void> {
  const signal = AbortSignal.timeout(LOGOUT_PATIENCE_MS)
  const body = new URLSearchParams()
  await call('POST', '/api/auth/logout/', { body, signal, evenIfExpired: true })
}

export async function currentUser({ isQuiet = false } = {}): Promise<SignedInUser | null> {
  return readUser(await call('GET', '/api/auth/user/?format=json', { isQuiet }))
}
