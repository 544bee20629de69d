import type { Database, Transaction } from '../db/client.ts'
import type { AuditActor } from '../http/caller.ts'
import type { AuditEvent } from './audit-event.ts'
import { insertEntry, isRecorded } from './insert-entry-store.ts'

/**
 * Called in the action's transaction, so that both are written or neither. The same read within an
 * hour adds no entry (docs/decisions/0021).
 */
export async function recordAuditEvent(
  db: Database | Transaction,
  actor: AuditActor,
  event: AuditEvent,
): Promise<void> {
  const entry = { ...actor, ...event }
  if ('isTransaction' in db) await insertEntry(db, entry)
  else if (!(await isRecorded(db, entry))) await db.transaction((tx) => insertEntry(tx, entry))
}
