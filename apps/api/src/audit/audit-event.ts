import type { AuditAction } from '@carpeta/domain/audit/audit-actions'

/** An event that an action records in the audit log. */
export interface AuditEvent {
  action: AuditAction
  object?: { type: string; id: string | number }
  /** The user whose data it concerns. */
  subjectId?: number | null
  /** Changed values only; never a password, a token or a hash. */
  before?: Record<string, unknown>
  after?: Record<string, unknown>
  reason?: string
}

type Facts = Record<string, unknown>

/** The changed values, for an audit event. */
export function changedFacts(before: Facts, after: Facts): { before: Facts; after: Facts } {
  const changed = Object.keys(after).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  const pick = (facts: Facts) => Object.fromEntries(changed.map((name) => [name, facts[name]]))
  return { before: pick(before), after: pick(after) }
}
