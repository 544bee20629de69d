import { endpoint } from '../../endpoint.ts'
import type { definitions } from './filings-schemas.ts'

type Definitions = typeof definitions

export const findFilingMembers = endpoint<Definitions['findFilingMembers']>(
  'GET',
  '/api/filings/members/',
)
export const getFilingOptions = endpoint<Definitions['getFilingOptions']>(
  'GET',
  '/api/filings/members/:id/',
)
export const createFiling = endpoint<Definitions['createFiling']>('POST', '/api/filings/')
export const addFilingDocument = endpoint<Definitions['addFilingDocument']>(
  'POST',
  '/api/filings/:id/documents/',
)
export const sendFiling = endpoint<Definitions['sendFiling']>('POST', '/api/filings/:id/send/')
