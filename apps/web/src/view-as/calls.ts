import type { SignedInUser } from '@carpeta/contract/auth'
import { call } from '../api/client.ts'
import { readUser } from '../session/read-user.ts'

/** Resolves to the viewed member, with `viewed_by` set. */
export async function startView(userId: number, reason: string): Promise<SignedInUser | null> {
  return readUser(await call('POST /api/view-as/', { body: { user_id: userId, reason } }))
}

/** Resolves to the staff user. */
export async function endView(): Promise<SignedInUser | null> {
  return readUser(await call('POST /api/view-as/end/', { body: {} }))
}
