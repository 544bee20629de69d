import { endpoint } from '../endpoint.ts'
import type { definitions } from './reports-schemas.ts'

type Definitions = typeof definitions

export const getReports = endpoint<Definitions['getReports']>('GET', '/api/reports/')
export const downloadReport = endpoint<Definitions['downloadReport']>(
  'GET',
  '/api/reports/:name/export.csv',
)
