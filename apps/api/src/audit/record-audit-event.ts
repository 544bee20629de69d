import type { AuditAction } from '@carpeta/domain/audit/audit-actions'
import type { Database, Transaction } from '../db/client.ts'
import type { Actor } from '../http/actor.ts'
import { insertEntry } from './audit-store.ts'

/** A command on the cooperative's own machine. */
export const operator: Actor = { id: null, onBehalfOfId: null, address: '', requestId: '' }

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

/** With the transaction of the act itself, the trail cannot miss it nor tell what did not happen. */
export async function recordAuditEvent(
  tx: Database | Transaction,
  actor: Actor,
  event: AuditEvent,
): Promise<void> {
  await insertEntry(tx, { ...actor, ...event })
}
