import type { SaleAccessKind } from '@carpeta/domain/sales/shared-sale'
import type { Database } from '../../db/client.ts'
import { maybeOne, sql } from '../../db/query.ts'
import { accountOf, type RutAccount } from '../../users/people-store.ts'

/** Whom to tell of an access, as of now. */
export interface NotifiedParties {
  kind: SaleAccessKind
  saleCode: string
  /** 'YYYY-MM-DD', or '' without an end. */
  lastDay: string
  /** As accounting names the holder. */
  holderName: string
  holder: RutAccount | null
  reader: RutAccount | null
}

/** Null for an access that was erased meanwhile. */
export function findNotifiedParties(
  db: Database,
  accessId: number,
): Promise<NotifiedParties | null> {
  return maybeOne<NotifiedParties>(
    db,
    sql`select sale_accesses.kind, sales.code as sale_code,
        coalesce(sale_accesses.last_day::text, '') as last_day,
        coalesce(party.full_name, '') as holder_name,
        ${accountOf(sql`sale_accesses.holder_rut`)} as holder,
        ${accountOf(sql`sale_accesses.reader_rut`)} as reader
      from sale_accesses join sales on sales.id = sale_accesses.sale_id
        left join sale_holders party on party.sale_id = sales.id and party.role = 'holder'
      where sale_accesses.id = ${accessId}`,
  )
}
