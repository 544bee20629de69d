import type { SignedInUser } from '@carpeta/contract/auth'
import { call } from './client.ts'
import { readUser } from './read-user.ts'

/** The member, as whom the session goes on, with `viewed_by`. */
export async function startView(userId: number, reason: string): Promise<SignedInUser | null> {
  return readUser(await call('POST', '/api/view-as/', { body: { user_id: userId, reason } }))
}

/** Oneself again. */
export async function endView(): Promise<SignedInUser | null> {
  return readUser(await call('POST', '/api/view-as/end/', { body: {} }))
}
