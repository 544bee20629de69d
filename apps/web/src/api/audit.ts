import type { WireAuditEntry } from '@carpeta/contract/audit'
import type { AnswerOf } from '@carpeta/contract/endpoints'
import { download } from './client/download.ts'
import type { Resource } from './client/resources.ts'

export const AUDIT: Resource = { list: 'GET /api/audit/' }

export type AuditEntry = WireAuditEntry
export type AuditPage = AnswerOf<'GET /api/audit/'>

/** Downloads the filtered audit log. */
export function exportAuditLog(filters: Record<string, string>): Promise<Blob | null> {
  return download('GET /api/audit/export.csv', { query: filters })
}
