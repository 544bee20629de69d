import type { Database, Transaction } from '../db/client.ts'
import type { AuditActor } from '../http/caller.ts'
import type { AuditEvent } from './audit-event.ts'
import { insertEntry } from './audit-store.ts'

/** Called in the action's transaction, so that both are written or neither. */
export async function recordAuditEvent(
  tx: Database | Transaction,
  actor: AuditActor,
  event: AuditEvent,
): Promise<void> {
  await insertEntry(tx, { ...actor, ...event })
}
