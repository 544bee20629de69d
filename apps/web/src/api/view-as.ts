import type { SignedInUser } from '@carpeta/contract/auth/auth-schemas'
import * as viewAs from '@carpeta/contract/view-as/view-as-endpoints'
import { call } from './client/client.ts'
import { readUser } from './read-user.ts'

/** Resolves to the viewed member, with `viewed_by` set. */
export async function startView(userId: number, reason: string): Promise<SignedInUser | null> {
  return readUser(await call(viewAs.startView, { body: { user_id: userId, reason } }))
}

/** Resolves to the staff user. */
export async function endView(): Promise<SignedInUser | null> {
  return readUser(await call(viewAs.endView, { body: {} }))
}
