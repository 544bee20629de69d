import type { Database } from '../db/client.ts'
import { maybeOne, sql } from '../db/query.ts'

/** A condition on `documents`: it is the receipt of a report. */
export const isReceipt = sql`exists (
  select from payment_reports where payment_reports.receipt_id = documents.id)`

/** A stored receipt with the member who may read it. */
export interface Receipt {
  storageKey: string
  name: string
  type: string
  /** Bytes. */
  size: number
  memberId: number
}

export function findReceipt(db: Database, reportId: number): Promise<Receipt | null> {
  return maybeOne<Receipt>(
    db,
    sql`select storage_key, name, type, size, user_id as member_id
      from payment_reports join documents on documents.id = receipt_id
      where payment_reports.id = ${reportId}`,
  )
}
