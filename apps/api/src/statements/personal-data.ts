import type { MemberData } from '@carpeta/contract/personal-data'
import type { Database } from '../db/client.ts'
import { instant, sql, wireRows } from '../db/query.ts'
import { saleCodeOf } from '../sales/sales-store.ts'

export async function exportPersonalData(
  db: Database,
  userId: number,
): Promise<Pick<MemberData, 'statements'>> {
  const statements = await wireRows<MemberData['statements'][number]>(
    db,
    sql`select folio, coalesce(${saleCodeOf(sql`sale_id`)}, '') as sale_code,
        ${instant('issued_at')} as issued_at, ${instant('as_of')} as as_of
      from issued_statements where user_id = ${userId} order by issued_statements.issued_at`,
  )
  return { statements }
}
