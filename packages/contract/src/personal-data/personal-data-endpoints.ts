import { endpoint } from '../endpoint.ts'
import type { definitions } from './personal-data-schemas.ts'

type Definitions = typeof definitions

export const downloadDataJson = endpoint<Definitions['downloadDataJson']>(
  'GET',
  '/api/client/data.json',
)
export const downloadDataPdf = endpoint<Definitions['downloadDataPdf']>(
  'GET',
  '/api/client/data.pdf',
)
export const listDataSubjectRequests = endpoint<Definitions['listDataSubjectRequests']>(
  'GET',
  '/api/client/rights/',
)
