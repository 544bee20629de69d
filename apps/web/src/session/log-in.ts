import type { User } from '@carpeta/contract/auth'
import { login } from '../api/auth.ts'
import { storeUser, touchLastAction } from './stored-user.ts'

/** @throws {ApiError} when the server refuses the login. */
export async function logIn(username: string, password: string, code?: string): Promise<void> {
  enterAs(await login(username, password, code))
}

export function enterAs(user: User | null) {
  if (!user) throw new Error('The server accepted the login but returned no user')
  touchLastAction()
  storeUser(user)
}
