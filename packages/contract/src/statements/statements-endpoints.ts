import { endpoint } from '../endpoint.ts'
import type { definitions } from './statements-schemas.ts'

type Definitions = typeof definitions

export const downloadStatementPdf = endpoint<Definitions['downloadStatementPdf']>(
  'GET',
  '/api/sales/:code/statement.pdf',
)
export const downloadStatementCsv = endpoint<Definitions['downloadStatementCsv']>(
  'GET',
  '/api/sales/:code/statement.csv',
)
export const checkStatement = endpoint<Definitions['checkStatement']>(
  'GET',
  '/api/statements/:folio/',
)
