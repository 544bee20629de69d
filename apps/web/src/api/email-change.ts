import type { User } from '@carpeta/contract/auth/auth-schemas'
import * as emailChange from '@carpeta/contract/users/email-change-endpoints'
import { answered } from './client/answered.ts'
import { call } from './client/client.ts'

export async function confirmEmailChange(token: string): Promise<void> {
  await call(emailChange.confirmEmailChange, { body: { token } })
}

export async function revertEmailChange(token: string): Promise<void> {
  await call(emailChange.revertEmailChange, { body: { token } })
}

/** Resolves to the account without the pending email. */
export function cancelEmailChange(userId: number): Promise<User> {
  return answered(emailChange.cancelEmailChange, { params: { id: String(userId) } })
}
