import type { MemberData } from '@carpeta/contract/personal-data'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import type { Database, Transaction } from '../db/client.ts'
import { exec, instant, many, sql, wireRows } from '../db/query.ts'
import { blankNames } from '../documents/personal-data.ts'
import { queueRemoval } from '../documents/remove-documents.ts'
import type { Caller } from '../http/caller.ts'
import { saleCodeOf } from '../sales/sales-store.ts'

export async function exportPersonalData(
  db: Database,
  userId: number,
): Promise<{ payment_reports: MemberReport[] }> {
  return { payment_reports: await listMemberReports(db, userId) }
}

/** Cancels pending reports; date, amount and state stay. A job deletes the receipts' bytes after the transaction commits. */
export async function erasePersonalData(
  tx: Transaction,
  caller: Caller,
  userId: number,
): Promise<{ paymentReports: number }> {
  const receipts = await detachReceipts(tx, userId)
  await blankNames(tx, receipts)
  for (const id of await cancelPending(tx, userId)) {
    await recordAuditEvent(tx, caller, {
      action: 'payment_report.cancelled',
      object: { type: 'payment_report', id },
      subjectId: userId,
    })
  }
  const paymentReports = await exec(
    tx,
    sql`update payment_reports set comment = '', reason = '', receipt_sha256 = null
      where user_id = ${userId}`,
  )
  await queueRemoval(tx, receipts)
  return { paymentReports }
}

type ExportedReport = MemberData['payment_reports'][number]

/** A report with the storage key of its receipt, which the caller must not give out. */
export interface MemberReport extends Omit<ExportedReport, 'receipt'> {
  receipt: (Omit<NonNullable<ExportedReport['receipt']>, 'file'> & { storage_key: string }) | null
}

export function listMemberReports(db: Database, userId: number): Promise<MemberReport[]> {
  return wireRows(
    db,
    sql`select payment_reports.id, ${saleCodeOf(sql`sale_id`)} as sale_code, paid_on::text, amount::text, comment,
        payment_reports.state, reason, ${instant('reported_at')} as reported_at,
        ${instant('closed_at')} as closed_at,
        case when documents.id is not null then json_build_object(
          'id', documents.id, 'name', documents.name, 'size', documents.size,
          'type', documents.type, 'sha256', trim(documents.sha256),
          'storage_key', documents.storage_key) end as receipt
      from payment_reports
      left join documents on documents.id = receipt_id
      where user_id = ${userId} order by payment_reports.id`,
  )
}

async function cancelPending(tx: Transaction, userId: number): Promise<number[]> {
  const cancelled = await many<{ id: number }>(
    tx,
    sql`update payment_reports set state = 'cancelled', closed_at = now()
      where user_id = ${userId} and state = 'reported' returning id`,
  )
  return cancelled.map(({ id }) => id)
}

/** @returns the ids of the receipts */
async function detachReceipts(tx: Transaction, userId: number): Promise<number[]> {
  const detached = await many<{ receiptId: number }>(
    tx,
    sql`with detached as (
        select id, receipt_id from payment_reports
        where user_id = ${userId} and receipt_id is not null for update
      )
      update payment_reports set receipt_id = null from detached
      where payment_reports.id = detached.id returning detached.receipt_id`,
  )
  return detached.map(({ receiptId }) => receiptId)
}

/** Deletes reports closed so many years ago. Their receipts become orphaned. @returns how many */
export function deleteClosedReports(db: Database, years: number): Promise<number> {
  return exec(
    db,
    sql`delete from payment_reports
      where state <> 'reported' and closed_at < now() - ${years} * interval '1 year'`,
  )
}
