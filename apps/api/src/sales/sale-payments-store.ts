import type { CalendarDate } from '@carpeta/domain/dates/dates'
import type { Uf } from '@carpeta/domain/money/money'
import type { UfRate } from '@carpeta/domain/money/uf-value'
import type { Database, Transaction } from '../db/client.ts'
import { many, sql } from '../db/query.ts'
import { ufRateOn } from '../uf/uf-rate-store.ts'

export interface SalePayment {
  saleId: number
  key: string
  amount: Uf | null
  depositedOn: CalendarDate | null
  documentType: string
  /** The UF of the day of the deposit. */
  ufRate: UfRate | null
}

/** The payments of these sales in accounting, the last deposit first. */
export function listPaymentsOf(
  db: Database | Transaction,
  saleIds: number[],
): Promise<SalePayment[]> {
  return many<SalePayment>(
    db,
    sql`select sale_id, key, trim_scale(amount) as amount, deposited_on, document_type,
        trim_scale(${ufRateOn(sql`deposited_on`)}) as uf_rate
      from payments where sale_id = any(${saleIds})
      order by deposited_on desc nulls last, position desc`,
  )
}
