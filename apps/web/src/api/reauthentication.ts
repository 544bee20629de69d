import { reauthenticate } from '@carpeta/contract/auth/auth-endpoints'
import { call } from './client/client.ts'

/** Resolves to false when the session has ended. @throws {ApiError} for a wrong password. */
export async function confirmPassword(password: string): Promise<boolean> {
  return (await call(reauthenticate, { body: { password } })) !== null
}
