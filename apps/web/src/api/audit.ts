import { downloadAuditLog, listAuditEntries } from '@carpeta/contract/audit/audit-endpoints'
import type { definitions, WireAuditEntry } from '@carpeta/contract/audit/audit-schemas'
import type { z } from 'zod'
import { download } from './client/download.ts'
import type { Resource } from './client/resources.ts'

export const AUDIT: Resource = { list: listAuditEntries }

export type AuditEntry = WireAuditEntry
export type AuditPage = z.infer<typeof definitions.listAuditEntries.answer>

/** Downloads the filtered audit log. */
export function exportAuditLog(filters: Record<string, string>): Promise<Blob | null> {
  return download(downloadAuditLog, { query: filters })
}
