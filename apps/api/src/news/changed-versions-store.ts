import { dateOrNull } from '@carpeta/domain/dates/dates'
import { parseUf } from '@carpeta/domain/money/money'
import type { SaleVersion } from '@carpeta/domain/news/news-rules'
import type { FindingCode } from '@carpeta/domain/sales/doubtful-figures'
import type { DeedTracking } from '@carpeta/domain/sales/sale'
import { deedFields } from '@carpeta/domain/sales/sale-fields'
import type { Transaction } from '../db/client.ts'
import { many, type SQL, sql } from '../db/query.ts'
import { columnOf } from '../db/table-shape.ts'
import { isVisibleSale } from '../sales/sales-store.ts'

/** Selects `code` and `body`, a `saleBody`: the sales that a load changed, as they were. */
export type FormerVersions = SQL

/** A sale that a load changed, for the member who saw it before and sees it now. */
interface ChangedSale {
  userId: number
  saleCode: string
  before: SaleVersion
  after: SaleVersion
  doubtful: FindingCode[]
}

type Row = Record<string, unknown>

interface StoredChange {
  userId: number
  saleCode: string
  deedBefore: Row | null
  deedAfter: Row | null
  paymentsBefore: Row[] | null
  paymentsAfter: Row[] | null
  doubtful: FindingCode[]
}

/** `former` is a `saleBody`: the holder is the same, and saw the sale. */
const wasSeen = sql`former ->> 'holder_rut' = sales.holder_rut
  and former ->> 'approved_on' is not null and former ->> 'withdrawn_at' is null
  and former ->> 'holder_erased_at' is null and not (former ->> 'is_sample')::boolean`

/** The next changed sales by code in which the deed or the payments differ. */
export async function listChangedSales(
  tx: Transaction,
  former: FormerVersions,
  { after, limit }: { after: string; limit: number },
): Promise<ChangedSale[]> {
  const rows = await many<StoredChange>(
    tx,
    sql`select users.id as user_id, sales.code as sale_code,
        deed_before, deed_after, payments_before, payments_after,
        array(select code from sale_findings where sale_findings.sale_id = sales.id) as doubtful
      from (${former}) as changed
      join sales on sales.code = changed.code
      join users on users.rut = sales.holder_rut and users.deleted_at is null,
      lateral (
        select body -> 'sale' as former, body -> 'deed' -> 0 as deed_before,
          body -> 'payments' as payments_before,
          (select to_jsonb(deed_trackings) - 'sale_id' from deed_trackings
            where sale_id = sales.id) as deed_after,
          (select coalesce(jsonb_agg(to_jsonb(payments) - 'sale_id'), '[]') from payments
            where sale_id = sales.id) as payments_after
        offset 0
      ) as versions
      where ${isVisibleSale} and ${wasSeen} and sales.code collate "C" > ${after}
        and (deed_before is distinct from deed_after or payments_before <> payments_after)
      order by sales.code collate "C" limit ${limit}`,
  )
  return rows.map((row) => ({
    userId: row.userId,
    saleCode: row.saleCode,
    doubtful: row.doubtful,
    before: { deed: readDeed(row.deedBefore), payments: readPayments(row.paymentsBefore) },
    after: { deed: readDeed(row.deedAfter), payments: readPayments(row.paymentsAfter) },
  }))
}

function readDeed(row: Row | null): DeedTracking | null {
  if (row === null) return null
  const values = Object.entries(deedFields).map(([name, { kind }]) => {
    const value = row[columnOf(name)]
    return [name, kind === 'date' ? dateOrNull(value) : String(value ?? '')]
  })
  return Object.fromEntries(values)
}

function readPayments(rows: Row[] | null): SaleVersion['payments'] {
  return (rows ?? []).map(({ key, amount, deposited_on }) => ({
    key: String(key),
    amount: parseUf(amount),
    depositedOn: dateOrNull(deposited_on),
  }))
}
