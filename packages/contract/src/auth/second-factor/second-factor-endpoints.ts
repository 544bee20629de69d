import { endpoint } from '../../endpoint.ts'
import type { definitions } from './second-factor-schemas.ts'

type Definitions = typeof definitions

export const getSecondFactor = endpoint<Definitions['getSecondFactor']>(
  'GET',
  '/api/auth/second-factor/',
)
export const startTotp = endpoint<Definitions['startTotp']>('POST', '/api/auth/totp/options/')
export const confirmTotp = endpoint<Definitions['confirmTotp']>('POST', '/api/auth/totp/')
export const deleteTotp = endpoint<Definitions['deleteTotp']>('DELETE', '/api/auth/totp/')
export const renewRecoveryCodes = endpoint<Definitions['renewRecoveryCodes']>(
  'POST',
  '/api/auth/recovery-codes/',
)
export const getUserSignIn = endpoint<Definitions['getUserSignIn']>(
  'GET',
  '/api/users/:id/sign-in/',
)
export const resetUserSecondFactor = endpoint<Definitions['resetUserSecondFactor']>(
  'POST',
  '/api/users/:id/second-factor/reset/',
)
export const endUserSessions = endpoint<Definitions['endUserSessions']>(
  'POST',
  '/api/users/:id/sessions/end/',
)
