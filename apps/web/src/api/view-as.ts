import type { SignedInUser } from '@carpeta/contract/auth/auth-schemas'
import * as viewAs from '@carpeta/contract/view-as/view-as-endpoints'
import { call } from './client/client.ts'
import { readUser } from './read-user.ts'

/** The member, as whom the session goes on, with `viewed_by`. */
export async function startView(userId: number, reason: string): Promise<SignedInUser | null> {
  return readUser(await call(viewAs.startView, { body: { user_id: userId, reason } }))
}

/** Oneself again. */
export async function endView(): Promise<SignedInUser | null> {
  return readUser(await call(viewAs.endView, { body: {} }))
}
