import type { AuditRow } from '../audit/audit-store.ts'
import type { Database } from '../db/client.ts'
import { many, type SQL, sql } from '../db/query.ts'
import { type Handler, isHandledBy } from '../requests/queue-store.ts'
import { isOthersSale } from '../sales/sale-accesses-store.ts'

export type AuditObject = Pick<AuditRow, 'objectType' | 'objectId'>

/** Objects of audit entries that are about a sale. */
const types = ['payment', 'payment_report', 'member_document', 'request']

export function isAboutSale({ objectType, objectId }: AuditObject): boolean {
  return types.includes(objectType) && /^\d{1,9}$/.test(objectId)
}

/** Those of these objects that still exist, with whether they are about a purchase of this reader's own. */
export function judgeObjects(
  db: Database,
  reader: Handler,
  objects: AuditObject[],
): Promise<(AuditObject & { isOwn: boolean })[]> {
  const isOwnSale = sql`not ${isOthersSale(sql`sale_id`, reader.user.profile.social_security)}`
  const isOwn = sql`(user_id = ${reader.id} or ${isOwnSale})`
  const select = (type: string, table: SQL, condition: SQL) => {
    const ids = objects
      .filter((object) => object.objectType === type && isAboutSale(object))
      .map(({ objectId }) => Number(objectId))
    return sql`select ${type}::text as object_type, id::text as object_id, ${condition} as is_own
      from ${table} where id = any(${[...new Set(ids)]})`
  }
  return many<AuditObject & { isOwn: boolean }>(
    db,
    sql`${select('payment', sql`payment_orders`, isOwn)}
      union all ${select('payment_report', sql`payment_reports`, isOwn)}
      union all ${select('member_document', sql`member_documents`, isOwnSale)}
      union all ${select('request', sql`requests`, sql`not ${isHandledBy(reader)}`)}`,
  )
}
