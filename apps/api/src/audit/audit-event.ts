import type { AuditAction } from '@carpeta/domain/audit/audit-actions'

/** What happened, as an action tells the audit log. */
export interface AuditEvent {
  action: AuditAction
  object?: { type: string; id: string | number }
  /** Whose data it concerns. */
  subjectId?: number | null
  /** Only what changed. Never a password, a token or a hash. */
  before?: Record<string, unknown>
  after?: Record<string, unknown>
  reason?: string
}
