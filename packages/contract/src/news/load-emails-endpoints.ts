import { endpoint } from '../endpoint.ts'
import type { definitions } from './load-emails-schemas.ts'

type Definitions = typeof definitions

export const listLoadEmails = endpoint<Definitions['listLoadEmails']>(
  'GET',
  '/api/loads/:id/emails/',
)
export const holdLoadEmails = endpoint<Definitions['holdLoadEmails']>(
  'POST',
  '/api/loads/:id/emails/hold/',
)
export const sendLoadEmails = endpoint<Definitions['sendLoadEmails']>(
  'POST',
  '/api/loads/:id/emails/send/',
)
