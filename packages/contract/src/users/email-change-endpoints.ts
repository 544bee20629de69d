import { endpoint } from '../endpoint.ts'
import type { definitions } from './email-change-schemas.ts'

type Definitions = typeof definitions

export const confirmEmailChange = endpoint<Definitions['confirmEmailChange']>(
  'POST',
  '/api/email-change/confirm/',
)
export const revertEmailChange = endpoint<Definitions['revertEmailChange']>(
  'POST',
  '/api/email-change/revert/',
)
export const cancelEmailChange = endpoint<Definitions['cancelEmailChange']>(
  'DELETE',
  '/api/users/:id/email-change/',
)
