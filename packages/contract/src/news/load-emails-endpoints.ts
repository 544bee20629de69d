import { endpoint } from '../endpoint.ts'
import type { definitions } from './load-emails-schemas.ts'

type Definitions = typeof definitions

export const listLoadEmails = endpoint<Definitions['listLoadEmails']>(
  'GET',
  '/api/loads/:id/emails/',
)
export const pauseLoadEmails = endpoint<Definitions['pauseLoadEmails']>(
  'POST',
  '/api/loads/:id/emails/pause/',
)
export const sendLoadEmails = endpoint<Definitions['sendLoadEmails']>(
  'POST',
  '/api/loads/:id/emails/send/',
)
