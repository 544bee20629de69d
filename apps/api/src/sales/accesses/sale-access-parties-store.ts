import type { SaleAccessKind } from '@carpeta/domain/sales/sale-access-rules'
import type { Database } from '../../db/client.ts'
import { maybeOne, sql } from '../../db/query.ts'

interface Addressee {
  id: number
  firstName: string
  email: string
}

/** Whom to tell of an access, as of now. */
export interface NotifiedParties {
  kind: SaleAccessKind
  saleCode: string
  /** 'YYYY-MM-DD', or '' without an end. */
  lastDay: string
  /** As accounting names the holder. */
  holderName: string
  holder: Addressee | null
  /** Only with an activated account. */
  reader: Addressee | null
  hasReaderAccount: boolean
}

const addressee = (table: string) =>
  sql.raw(`json_build_object(
  'id', ${table}.id, 'firstName', ${table}.first_name, 'email', ${table}.email)`)

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
        case when holder.is_active then ${addressee('holder')} end as holder,
        case when reader.is_active and reader.password_hash is not null
          then ${addressee('reader')} end as reader,
        reader.id is not null as has_reader_account
      from sale_accesses join sales on sales.id = sale_accesses.sale_id
        left join sale_holders party on party.sale_id = sales.id and party.role = 'holder'
        left join users holder on holder.rut = sale_accesses.holder_rut
          and holder.deleted_at is null
        left join users reader on reader.rut = sale_accesses.reader_rut
          and reader.deleted_at is null
      where sale_accesses.id = ${accessId}`,
  )
}
