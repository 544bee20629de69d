import { sql } from 'drizzle-orm'
import type { Database } from '../db/client.ts'

/**
 * `GET /api/sales-data/` as JSON text: the sales of the holder with this rut, and of nobody else,
 * in one round trip (docs/decisions/0004). A withdrawn sale is not shown.
 */
export async function readSalesDocument(db: Database, rut: string): Promise<string> {
  const { rows } = await db.execute<{ document: string; as_of: string }>(sql`
    select sale_documents.document,
      to_char(sales.as_of at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as as_of
    from sales join sale_documents on sale_documents.sale_id = sales.id
    where sales.holder_rut = ${rut} and sales.withdrawn_at is null
    order by sales.code`)
  const sales = rows.map(
    ({ document, as_of }) =>
      `${document.slice(0, -1)},"requerimientos":[],"actualizado_al":"${as_of}"}`,
  )
  return `[${sales.join(',')}]`
}
