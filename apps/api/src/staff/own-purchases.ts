import { ownSaleRefusal } from '@carpeta/domain/sales/own-sale'
import type { AuditRow } from '../audit/audit-store.ts'
import type { Database } from '../db/client.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { type AuditObject, listOwnObjects } from './own-purchases-store.ts'

/**
 * Entries of the audit log for staff. Of what others did in a purchase of the reader's own it says who and when, and
 * neither the facts nor the reason.
 */
export async function withoutOwnPurchases(
  db: Database,
  caller: SignedInCaller,
  entries: AuditRow[],
): Promise<AuditRow[]> {
  const own = new Set((await listOwnObjects(db, caller, entries)).map(keyOf))
  return entries.map((entry) =>
    entry.actorId !== caller.id && own.has(keyOf(entry)) ? withoutFacts(entry) : entry,
  )
}

const keyOf = ({ objectType, objectId }: AuditObject) => `${objectType} ${objectId}`

function withoutFacts(entry: AuditRow): AuditRow {
  const { before, after, reason } = entry
  const isEmpty = [before, after].every((facts) => Object.keys(facts).length === 0)
  if (isEmpty && reason === '') return entry
  return { ...entry, before: {}, after: {}, reason: ownSaleRefusal.text }
}
