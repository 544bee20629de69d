import { downloadAuditLog, listAuditEntries } from '@carpeta/contract/audit/audit-endpoints'
import type { WireAuditEntry } from '@carpeta/contract/audit/audit-schemas'
import { download } from './client/download.ts'
import type { Resource } from './client/resources.ts'

export const AUDIT: Resource = { list: listAuditEntries }

export type AuditEntry = WireAuditEntry

/** Downloads the filtered audit log. */
export function exportAuditLog(filters: Record<string, string>): Promise<Blob | null> {
  return download(downloadAuditLog, { query: filters })
}
