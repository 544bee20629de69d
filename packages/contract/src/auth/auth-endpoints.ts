import { endpoint } from '../endpoint.ts'
import type { definitions } from './auth-schemas.ts'

type Definitions = typeof definitions

export const getCsrfToken = endpoint<Definitions['getCsrfToken']>('GET', '/api/auth/csrftoken/')
export const logIn = endpoint<Definitions['logIn']>('POST', '/api/auth/login/')
export const logOut = endpoint<Definitions['logOut']>('POST', '/api/auth/logout/')
export const reauthenticate = endpoint<Definitions['reauthenticate']>(
  'POST',
  '/api/auth/reauthenticate/',
)
export const getSignedInUser = endpoint<Definitions['getSignedInUser']>('GET', '/api/auth/user/')
