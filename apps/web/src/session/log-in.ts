import { login } from '../api/auth.ts'
import { storeUser, touchLastAction } from './stored-user.ts'

/** @throws {ApiError} when the server refuses the login. */
export async function logIn(username: string, password: string): Promise<void> {
  const user = await login(username, password)
  if (!user) throw new Error('The server accepted the login but returned no user')
  touchLastAction()
  storeUser(user)
}
