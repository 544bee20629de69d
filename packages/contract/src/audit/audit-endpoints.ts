import { endpoint } from '../endpoint.ts'
import type { definitions } from './audit-schemas.ts'

type Definitions = typeof definitions

export const listAuditEntries = endpoint<Definitions['listAuditEntries']>('GET', '/api/audit/')
export const downloadAuditLog = endpoint<Definitions['downloadAuditLog']>(
  'GET',
  '/api/audit/export.csv',
)
export const listAccesses = endpoint<Definitions['listAccesses']>('GET', '/api/client/accesses/')
