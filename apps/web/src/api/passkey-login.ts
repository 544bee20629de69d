import type { AuthenticationResponse, RequestOptions, User } from '@carpeta/contract/auth'
import { answered } from './client/client.ts'
import { readUser } from './read-user.ts'

/** The options are valid for one login within five minutes. */
export function startPasskeyLogin({ isOptional = false } = {}): Promise<RequestOptions> {
  return answered('POST /api/auth/login/passkey/options/', { isOptional })
}

/** @throws {ApiError} when the server refuses the passkey. */
export async function logInWithPasskey(response: AuthenticationResponse): Promise<User | null> {
  return readUser(await answered('POST /api/auth/login/passkey/', { body: { response } }))
}
