import type { Database, Transaction } from '../db/client.ts'
import type { AuditActor } from '../http/caller.ts'
import type { AuditEvent } from './audit-event.ts'
import { insertEntry } from './audit-store.ts'

/** With the transaction of the act itself, the trail cannot miss it nor tell what did not happen. */
export async function recordAuditEvent(
  tx: Database | Transaction,
  actor: AuditActor,
  event: AuditEvent,
): Promise<void> {
  await insertEntry(tx, { ...actor, ...event })
}
