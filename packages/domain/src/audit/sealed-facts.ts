import type { AuditAction } from './audit-actions.ts'

/** What the audit log shows in place of a fact about an erased person. */
export const ERASED_FACT = 'Datos borrados'

/** In place of a fact that somebody changed in the database: `audit verify` says where. */
export const UNREADABLE_FACT = 'Dato ilegible'

// Numbers, codes, states and dates, which identify nobody. A fact that is not listed is encrypted.
const openFacts: ReadonlySet<string> = new Set([
  'access_kind',
  'action',
  'answerHours',
  'assignee_id',
  'date',
  'documents',
  'drafts',
  'ended',
  'event',
  'filters',
  'folio',
  'format',
  'from',
  'group_ids',
  'ids',
  'invitation',
  'isActive',
  'is_active',
  'is_closed',
  'is_superuser',
  'last_day',
  'order',
  'paymentReports',
  'payment_key',
  'permissions',
  'queued',
  'request_id',
  'requests',
  'state',
  'to',
  'version',
])

/** Whether a fact about a person may be read after that person was erased. */
export function isOpenFact(name: string): boolean {
  return openFacts.has(name)
}

/** The portal itself writes the reason of an erasure; every other is typed and may name somebody. */
export function isOpenReason(action: AuditAction): boolean {
  return action === 'member.erased'
}

// The same read again within an hour adds nothing to the answer of who saw what.
export const readActions: readonly AuditAction[] = [
  'member.read',
  'member.listed',
  'member.exported',
  'document.downloaded',
  'document.viewed',
  'receipt.downloaded',
  'receipt.viewed',
  'statement.issued',
  'certificate.issued',
  'requests.exported',
  'overdue.exported',
  'payments.exported',
  'load.exported',
  'load.findings_exported',
  'audit.read',
  'audit.exported',
]

/** Whether equal entries within an hour are one: of reads and downloads, never of changes. */
export function isFolded(action: AuditAction): boolean {
  return readActions.includes(action)
}
