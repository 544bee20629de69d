import type { User } from '@carpeta/contract/auth'
import { hasCode } from '../api/api-error.ts'
import { login, logout } from './calls.ts'
import { forgetLinkSecrets, storeUser, touchLastAction } from './stored-user.ts'

/** @throws {ApiError} when the server refuses the login. */
export async function logIn(username: string, password: string, code?: string): Promise<void> {
  enterAs(await outsideView(() => login(username, password, code)))
}

/** Ends the view as a member that a failed logout left open: in a view nobody logs in. */
export async function outsideView<Answer>(enter: () => Promise<Answer>): Promise<Answer> {
  try {
    return await enter()
  } catch (error) {
    if (!hasCode(error, 'view_read_only')) throw error
    await logout()
    return enter()
  }
}

export function enterAs(user: User | null) {
  if (!user) throw new Error('A login without a user')
  touchLastAction()
  forgetLinkSecrets()
  storeUser(user)
}
