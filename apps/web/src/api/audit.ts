import type { WireAuditEntry } from '@carpeta/contract/audit'
import { download } from './download.ts'

/** As the path names it. */
export const AUDIT = 'audit'

export type AuditEntry = WireAuditEntry

/** The whole trail, or what the filters leave of it. */
export function downloadTrail(filters: Record<string, string>): Promise<Blob | null> {
  return download(`/api/audit/export.csv?${new URLSearchParams(filters)}`)
}
