import { endpoint } from '../endpoint.ts'
import type { definitions } from './queue-schemas.ts'

type Definitions = typeof definitions

export const assignRequests = endpoint<Definitions['assignRequests']>(
  'POST',
  '/api/requests/assign/',
)
export const downloadRequests = endpoint<Definitions['downloadRequests']>(
  'GET',
  '/api/requests/export.csv',
)
export const listSavedFilters = endpoint<Definitions['listSavedFilters']>(
  'GET',
  '/api/requests/filters/',
)
export const saveFilter = endpoint<Definitions['saveFilter']>('POST', '/api/requests/filters/')
export const deleteSavedFilter = endpoint<Definitions['deleteSavedFilter']>(
  'DELETE',
  '/api/requests/filters/:id/',
)
