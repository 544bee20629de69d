import { endpoint } from '../endpoint.ts'
import type { definitions } from './account-schemas.ts'

type Definitions = typeof definitions

export const requestRestore = endpoint<Definitions['requestRestore']>(
  'POST',
  '/api/send-restore-password-ss/',
)
export const checkLink = endpoint<Definitions['checkLink']>('GET', '/api/client/check/')
export const setPassword = endpoint<Definitions['setPassword']>('POST', '/api/client/password/')
export const restorePassword = endpoint<Definitions['restorePassword']>(
  'POST',
  '/api/restore-password/',
)
export const changePassword = endpoint<Definitions['changePassword']>(
  'POST',
  '/api/client/password/change/',
)
export const getMember = endpoint<Definitions['getMember']>('GET', '/api/client/')
export const listSessions = endpoint<Definitions['listSessions']>('GET', '/api/client/sessions/')
export const endSession = endpoint<Definitions['endSession']>('DELETE', '/api/client/sessions/:id/')
export const endOtherSessions = endpoint<Definitions['endOtherSessions']>(
  'POST',
  '/api/client/sessions/end-others/',
)
export const register = endpoint<Definitions['register']>('POST', '/api/auth/register/')
export const confirmEmail = endpoint<Definitions['confirmEmail']>('POST', '/api/confirm-email/')
