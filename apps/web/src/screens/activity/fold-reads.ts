import { isAuditAction } from '@carpeta/domain/audit/audit-actions'
import { isFolded } from '@carpeta/domain/audit/sealed-facts'
import type { AuditEntry } from '../../api/audit.ts'

/** An entry with the same reads that directly precede it in time. */
export type FoldedEntry = AuditEntry & { repeats?: AuditEntry[] }

/** One row for reads of the same person's data by the same user, one after the other. */
export function foldReads(entries: FoldedEntry[]): FoldedEntry[] {
  const rows: FoldedEntry[] = []
  for (const entry of entries) {
    const last = rows.at(-1)
    if (last && isRepeated(last, entry)) {
      rows[rows.length - 1] = { ...last, repeats: [...(last.repeats ?? []), entry] }
    } else rows.push(entry)
  }
  return rows
}

function isRepeated(a: AuditEntry, b: AuditEntry): boolean {
  return (
    isAuditAction(a.action) &&
    isFolded(a.action) &&
    a.action === b.action &&
    a.actor?.id === b.actor?.id &&
    a.on_behalf_of?.id === b.on_behalf_of?.id &&
    a.subject?.id === b.subject?.id &&
    a.object_type === b.object_type
  )
}
