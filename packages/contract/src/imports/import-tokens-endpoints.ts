import { endpoint } from '../endpoint.ts'
import type { definitions } from './import-tokens-schemas.ts'

type Definitions = typeof definitions

export const listImportTokens = endpoint<Definitions['listImportTokens']>(
  'GET',
  '/api/import-tokens/',
)
export const createImportToken = endpoint<Definitions['createImportToken']>(
  'POST',
  '/api/import-tokens/',
)
export const revokeImportToken = endpoint<Definitions['revokeImportToken']>(
  'DELETE',
  '/api/import-tokens/:id/',
)
