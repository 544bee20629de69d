import * as passkeys from '@carpeta/contract/auth/second-factor/passkeys-endpoints'
import type { Passkey } from '@carpeta/contract/auth/second-factor/passkeys-schemas'
import * as factor from '@carpeta/contract/auth/second-factor/second-factor-endpoints'
import type {
  definitions,
  SecondFactor,
} from '@carpeta/contract/auth/second-factor/second-factor-schemas'
import type {
  CreationOptions,
  registrationResponse,
} from '@carpeta/contract/auth/second-factor/webauthn-schemas'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { answered } from '../client/answered.ts'

// The second factor of one's own account, and what staff see and change of another's.

export type { Passkey, SecondFactor }
export type CreatedPasskey = z.input<typeof registrationResponse>
export type TotpOptions = z.infer<typeof definitions.startTotp.answer>
export type UserSignIn = z.infer<typeof definitions.getUserSignIn.answer>

export const secondFactorQuery = queryOptions({
  queryKey: ['second factor'],
  queryFn: ({ signal }): Promise<SecondFactor> => answered(factor.getSecondFactor, { signal }),
})

export function startPasskeyRegistration(): Promise<CreationOptions> {
  return answered(passkeys.startPasskeyRegistration)
}

/** Resolves to the recovery codes, which come only with the first factor. */
export async function registerPasskey(name: string, response: CreatedPasskey): Promise<string[]> {
  return (await answered(passkeys.registerPasskey, { body: { name, response } })).recovery_codes
}

export async function renamePasskey(id: number, name: string): Promise<void> {
  await answered(passkeys.renamePasskey, { params: { id }, body: { name } })
}

export async function removePasskey(id: number): Promise<void> {
  await answered(passkeys.deletePasskey, { params: { id } })
}

/** The options differ each time and are valid for ten minutes. */
export const totpOptionsQuery = queryOptions({
  queryKey: ['totp options'],
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  queryFn: ({ signal }): Promise<TotpOptions> => answered(factor.startTotp, { signal }),
})

/** Resolves to the recovery codes, which come only with the first factor. */
export async function confirmTotp(code: string): Promise<string[]> {
  return (await answered(factor.confirmTotp, { body: { code } })).recovery_codes
}

export async function removeTotp(): Promise<void> {
  await answered(factor.deleteTotp)
}

export async function renewRecoveryCodes(): Promise<string[]> {
  return (await answered(factor.renewRecoveryCodes)).recovery_codes
}

export function userSignInQuery(id: number) {
  return queryOptions({
    queryKey: ['sign-in', id],
    staleTime: 0,
    queryFn: ({ signal }): Promise<UserSignIn> =>
      answered(factor.getUserSignIn, { params: { id: String(id) }, signal }),
  })
}

export async function resetUserSecondFactor(id: number): Promise<void> {
  await answered(factor.resetUserSecondFactor, { params: { id: String(id) } })
}

/** Resolves to the number of ended sessions. */
export async function endUserSessions(id: number): Promise<number> {
  return (await answered(factor.endUserSessions, { params: { id: String(id) } })).ended
}
