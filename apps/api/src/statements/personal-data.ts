import type { MemberData } from '@carpeta/contract/personal-data'
import type { Database } from '../db/client.ts'
import { sql } from '../db/query.ts'
import { instant, wireRows } from '../db/wire-rows.ts'

export async function exportPersonalData(
  db: Database,
  userId: number,
): Promise<Pick<MemberData, 'statements'>> {
  const statements = await wireRows<MemberData['statements'][number]>(
    db,
    sql`select folio, coalesce(sales.code, '') as sale_code, ${instant('issued_at')} as issued_at,
        ${instant('issued_statements.as_of')} as as_of
      from issued_statements left join sales on sales.id = sale_id
      where user_id = ${userId} order by issued_statements.issued_at`,
  )
  return { statements }
}
