import type { User } from '@carpeta/contract/auth/auth-schemas'
import * as passkeys from '@carpeta/contract/auth/second-factor/passkeys-endpoints'
import type {
  AuthenticationResponse,
  RequestOptions,
} from '@carpeta/contract/auth/second-factor/webauthn-schemas'
import { answered } from '../client/answered.ts'
import { readUser } from '../read-user.ts'

/** The options are valid for one login within five minutes. */
export function startPasskeyLogin({ isOptional = false } = {}): Promise<RequestOptions> {
  return answered(passkeys.startPasskeyLogin, { isOptional })
}

/** @throws {ApiError} when the server refuses the passkey. */
export async function logInWithPasskey(response: AuthenticationResponse): Promise<User | null> {
  return readUser(await answered(passkeys.logInWithPasskey, { body: { response } }))
}
