import { endpoint } from '../../endpoint.ts'
import type { definitions } from './passkeys-schemas.ts'

type Definitions = typeof definitions

export const startPasskeyRegistration = endpoint<Definitions['startPasskeyRegistration']>(
  'POST',
  '/api/auth/passkeys/options/',
)
export const registerPasskey = endpoint<Definitions['registerPasskey']>(
  'POST',
  '/api/auth/passkeys/',
)
export const renamePasskey = endpoint<Definitions['renamePasskey']>(
  'PATCH',
  '/api/auth/passkeys/:id/',
)
export const deletePasskey = endpoint<Definitions['deletePasskey']>(
  'DELETE',
  '/api/auth/passkeys/:id/',
)
export const startPasskeyReauthentication = endpoint<Definitions['startPasskeyReauthentication']>(
  'POST',
  '/api/auth/reauthenticate/passkey/options/',
)
export const reauthenticateWithPasskey = endpoint<Definitions['reauthenticateWithPasskey']>(
  'POST',
  '/api/auth/reauthenticate/passkey/',
)
export const startPasskeyLogin = endpoint<Definitions['startPasskeyLogin']>(
  'POST',
  '/api/auth/login/passkey/options/',
)
export const logInWithPasskey = endpoint<Definitions['logInWithPasskey']>(
  'POST',
  '/api/auth/login/passkey/',
)
