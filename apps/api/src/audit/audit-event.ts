import type { AuditAction } from '@carpeta/domain/audit/audit-actions'

/** An event that an action records in the audit log. */
export interface AuditEvent {
  action: AuditAction
  object?: { type: string; id: string | number }
  /** The user whose data it concerns; null where that person has no account, none where it is about nobody. */
  subjectId?: number | null
  /** Changed values only; never a password, a token or a hash. */
  before?: Record<string, unknown>
  after?: Record<string, unknown>
  reason?: string
}
