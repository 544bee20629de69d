import type {
  CreationOptions,
  Passkey,
  registrationResponse,
  SecondFactor,
} from '@carpeta/contract/auth'
import type { AnswerOf } from '@carpeta/contract/endpoints'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { answered } from '../../api/client.ts'
import { optionalQuery } from '../../api/optional-query.ts'

// The second factor of one's own account, and what staff see and change of another's.

export type { Passkey, SecondFactor }
export type CreatedPasskey = z.input<typeof registrationResponse>
export type TotpOptions = AnswerOf<'POST /api/auth/totp/options/'>
export type UserSignIn = AnswerOf<'GET /api/users/:id/sign-in/'>

export const secondFactorQuery = optionalQuery({
  queryKey: ['second factor'],
  queryFn: ({ signal }): Promise<SecondFactor> =>
    answered('GET /api/auth/second-factor/', { signal }),
})

export function startPasskeyRegistration(): Promise<CreationOptions> {
  return answered('POST /api/auth/passkeys/options/')
}

/** Resolves to the recovery codes, which come only with the first factor. */
export async function registerPasskey(name: string, response: CreatedPasskey): Promise<string[]> {
  return (await answered('POST /api/auth/passkeys/', { body: { name, response } })).recovery_codes
}

export async function renamePasskey(id: number, name: string): Promise<void> {
  await answered('PATCH /api/auth/passkeys/:id/', { params: { id }, body: { name } })
}

export async function removePasskey(id: number): Promise<void> {
  await answered('DELETE /api/auth/passkeys/:id/', { params: { id } })
}

/** The options differ each time and are valid for ten minutes. */
export const totpOptionsQuery = queryOptions({
  queryKey: ['totp options'],
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  queryFn: ({ signal }): Promise<TotpOptions> =>
    answered('POST /api/auth/totp/options/', { signal }),
})

/** Resolves to the recovery codes, which come only with the first factor. */
export async function confirmTotp(code: string): Promise<string[]> {
  return (await answered('POST /api/auth/totp/', { body: { code } })).recovery_codes
}

export async function removeTotp(): Promise<void> {
  await answered('DELETE /api/auth/totp/')
}

export async function renewRecoveryCodes(): Promise<string[]> {
  return (await answered('POST /api/auth/recovery-codes/')).recovery_codes
}

export function userSignInQuery(id: number) {
  return optionalQuery({
    queryKey: ['sign-in', id],
    staleTime: 0,
    queryFn: ({ signal }): Promise<UserSignIn> =>
      answered('GET /api/users/:id/sign-in/', { params: { id: String(id) }, signal }),
  })
}

export async function resetUserSecondFactor(id: number): Promise<void> {
  await answered('POST /api/users/:id/second-factor/reset/', { params: { id: String(id) } })
}

/** Resolves to the number of ended sessions. */
export async function endUserSessions(id: number): Promise<number> {
  return (await answered('POST /api/users/:id/sessions/end/', { params: { id: String(id) } })).ended
}
