import { reauthenticate } from '@carpeta/contract/auth/auth-endpoints'
import * as passkeys from '@carpeta/contract/auth/second-factor/passkeys-endpoints'
import type {
  AuthenticationResponse,
  RequestOptions,
} from '@carpeta/contract/auth/second-factor/webauthn-schemas'
import { answered } from './client/answered.ts'
import { call } from './client/client.ts'

/** Resolves to false when the session has ended. @throws {ApiError} for a wrong password. */
export async function confirmPassword(password: string): Promise<boolean> {
  return (await call(reauthenticate, { body: { password } })) !== null
}

/** The options name the passkeys of the account. */
export function startPasskeyReauthentication(): Promise<RequestOptions> {
  return answered(passkeys.startPasskeyReauthentication)
}

/** Resolves to false when the session has ended. @throws {ApiError} for a refused passkey. */
export async function confirmPasskey(response: AuthenticationResponse): Promise<boolean> {
  return (await call(passkeys.reauthenticateWithPasskey, { body: { response } })) !== null
}
