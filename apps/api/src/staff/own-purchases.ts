import { ownSaleRefusal } from '@carpeta/domain/sales/own-sale'
import type { AuditRow } from '../audit/audit-store.ts'
import type { Database } from '../db/client.ts'
import { many, type SQL, sql } from '../db/query.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { isHandledBy } from '../requests/queue-store.ts'
import { isOthersSale } from '../sales/sale-accesses-store.ts'

/**
 * Entries of the audit log for staff. Of what others did in a purchase of the reader's own it says who and when, and
 * neither the facts nor the reason.
 */
export async function withoutOwnPurchases(
  db: Database,
  caller: SignedInCaller,
  entries: AuditRow[],
): Promise<AuditRow[]> {
  const own = await listOwnObjects(db, caller, entries)
  return entries.map((entry) =>
    entry.actorId !== caller.id && own.has(keyOf(entry)) ? withoutFacts(entry) : entry,
  )
}

type AuditObject = Pick<AuditRow, 'objectType' | 'objectId'>

const keyOf = ({ objectType, objectId }: AuditObject) => `${objectType} ${objectId}`

function withoutFacts(entry: AuditRow): AuditRow {
  const { before, after, reason } = entry
  const isEmpty = [before, after].every((facts) => Object.keys(facts).length === 0)
  if (isEmpty && reason === '') return entry
  return { ...entry, before: {}, after: {}, reason: ownSaleRefusal.text }
}

/** @returns the keys of those that are about a purchase of the caller's own */
async function listOwnObjects(
  db: Database,
  caller: SignedInCaller,
  objects: AuditObject[],
): Promise<Set<string>> {
  const { id, user } = caller
  const isOwnSale = sql`not ${isOthersSale(sql`sale_id`, user.profile.social_security)}`
  const isOwn = sql`(user_id = ${id} or ${isOwnSale})`
  const select = (type: string, table: SQL, condition: SQL) => {
    const ids = objects.flatMap(({ objectType, objectId }) =>
      objectType === type && /^\d{1,9}$/.test(objectId) ? Number(objectId) : [],
    )
    return sql`select ${type}::text as object_type, id::text as object_id from ${table}
      where id = any(${[...new Set(ids)]}) and ${condition}`
  }
  const own = await many<AuditObject>(
    db,
    sql`${select('payment', sql`payment_orders`, isOwn)}
      union all ${select('payment_report', sql`payment_reports`, isOwn)}
      union all ${select('member_document', sql`member_documents`, isOwnSale)}
      union all ${select('request', sql`requests`, sql`not ${isHandledBy(caller)}`)}`,
  )
  return new Set(own.map(keyOf))
}
