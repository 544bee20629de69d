import type { AuthenticationResponse, RequestOptions } from '@carpeta/contract/auth'
import { answered, call } from './client/client.ts'

/** Resolves to false when the session has ended. @throws {ApiError} for a wrong password. */
export async function confirmPassword(password: string): Promise<boolean> {
  return (await call('POST /api/auth/reauthenticate/', { body: { password } })) !== null
}

/** The options name the passkeys of the account. */
export function startPasskeyReauthentication(): Promise<RequestOptions> {
  return answered('POST /api/auth/reauthenticate/passkey/options/')
}

/** Resolves to false when the session has ended. @throws {ApiError} for a refused passkey. */
export async function confirmPasskey(response: AuthenticationResponse): Promise<boolean> {
  return (await call('POST /api/auth/reauthenticate/passkey/', { body: { response } })) !== null
}
