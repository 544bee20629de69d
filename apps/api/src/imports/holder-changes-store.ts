import type { HolderChanges } from '@carpeta/domain/imports/load-consequences'
import type { Database, Transaction } from '../db/client.ts'
import { one, type SQL, sql } from '../db/query.ts'
import { documentsNotFor } from '../member-documents/member-documents-store.ts'
import { reportsNotOf } from '../payment-reports/payment-reports-store.ts'
import { ordersNotOf } from '../payments/payments-store.ts'
import { openRequestsNotOf } from '../requests/requests-store.ts'
import { accessesNotBy } from '../sales/sale-accesses-store.ts'

// What hangs on a sale stays with its former holder when accounting names another one (docs/decisions/sales.md).

/** For a query on `sales`: selects a `LeftBehind` as JSON, as if this rut became the holder's. */
export function leftBehind(rut: SQL): SQL {
  return sql`jsonb_build_object('documents', ${documentsNotFor(rut)}, 'accesses', ${accessesNotBy(rut)},
    'requests', ${openRequestsNotOf(rut)}, 'reports', ${reportsNotOf(rut)},
    'payments', ${ordersNotOf(rut)})`
}

/** The staged sales whose holder changes. */
export function countStagedHolderChanges(tx: Transaction): Promise<HolderChanges | null> {
  const rut = sql`staged_sale.holder_rut`
  return sumLeftBehind(
    tx,
    rut,
    sql`staged_sale join sales using (code) where sales.holder_rut <> ${rut}`,
  )
}

/** The sales whose holder a load changed, and the undo of it changes back. */
export function countUndoneHolderChanges(
  db: Database | Transaction,
  loadId: number,
): Promise<HolderChanges | null> {
  return sumLeftBehind(
    db,
    sql`(before -> 'sale' ->> 'holder_rut')`,
    sql`load_changes join sales on sales.code = sale_code
      where load_id = ${loadId} and left_behind is not null`,
  )
}

/** Null without any sale. @param changing a part of a query that has `sales`, whose next holder has this rut */
async function sumLeftBehind(
  db: Database | Transaction,
  rut: SQL,
  changing: SQL,
): Promise<HolderChanges | null> {
  const sum = (part: string) =>
    sql`coalesce(sum((left_behind ->> '${sql.raw(part)}')::integer), 0)::integer as ${sql.identifier(part)}`
  const changes = await one<HolderChanges>(
    db,
    sql`select count(*)::integer as sales, ${sum('documents')}, ${sum('accesses')}, ${sum('requests')},
        ${sum('reports')}, ${sum('payments')}
      from (select ${leftBehind(rut)} as left_behind from ${changing}) as changing`,
  )
  return changes.sales > 0 ? changes : null
}
