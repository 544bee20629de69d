import type { CalendarDate } from '@carpeta/domain/dates/dates'
import type { Pesos } from '@carpeta/domain/money/money'
import type { PaymentReportState } from '@carpeta/domain/payments/payment-report-states'
import { PAYMENT_REPORTS_LOCK } from '../db/advisory-locks.ts'
import type { Database, Transaction } from '../db/client.ts'
import { exec, many, maybeOne, one, type SQL, sql } from '../db/query.ts'
import { sampleAccounts } from '../users/people-store.ts'

export interface StoredReport {
  id: number
  userId: number
  saleId: number
  saleCode: string
  project: string
  paidOn: CalendarDate
  amount: Pesos
  comment: string
  state: PaymentReportState
  reason: string
  receiptId: number | null
  receiptName: string | null
  /** Bytes. */
  receiptSize: number | null
  paymentKey: string | null
  handledBy: number | null
  reportedAt: Date
  closedAt: Date | null
}

const columns = sql`payment_reports.id, user_id, sale_id, sales.code as sale_code, sales.project,
  paid_on, amount, comment, payment_reports.state, reason, receipt_id,
  documents.name as receipt_name, documents.size as receipt_size, payment_key, handled_by,
  reported_at, closed_at`

const reports = sql`payment_reports
  join sales on sales.id = sale_id
  left join documents on documents.id = receipt_id`

/** Serializes the reports of a member, so that concurrent calls find each other. */
export async function lockReportsOf(tx: Transaction, userId: number): Promise<void> {
  await exec(tx, sql`select pg_advisory_xact_lock(${PAYMENT_REPORTS_LOCK}, ${userId})`)
}

/** What makes two reports the same payment. */
export interface ReportIdentity {
  userId: number
  saleId: number
  paidOn: CalendarDate
  amount: Pesos
  receiptSha256: string
}

/** The id of the same report, pending or confirmed. */
export async function findSameReport(
  db: Database | Transaction,
  { userId, saleId, paidOn, amount, receiptSha256 }: ReportIdentity,
): Promise<number | null> {
  const same = await maybeOne<{ id: number }>(
    db,
    sql`select id from payment_reports
      where user_id = ${userId} and sale_id = ${saleId} and paid_on = ${paidOn}
        and amount = ${amount} and receipt_sha256 = ${receiptSha256}
        and state in ('reported', 'confirmed')`,
  )
  return same?.id ?? null
}

export async function countPending(db: Database | Transaction, userId: number): Promise<number> {
  const { count } = await one<{ count: number }>(
    db,
    sql`select count(*) from payment_reports where user_id = ${userId} and state = 'reported'`,
  )
  return count
}

export async function insertReport(
  tx: Transaction,
  report: ReportIdentity & { comment: string; receiptId: number },
): Promise<number> {
  const { userId, saleId, paidOn, amount, receiptSha256, comment, receiptId } = report
  const { id } = await one<{ id: number }>(
    tx,
    sql`insert into payment_reports
      ${sql.insert({ userId, saleId, paidOn, amount, receiptSha256, comment, receiptId })}
      returning id`,
  )
  return id
}

export function findReport(
  db: Database | Transaction,
  reportId: number,
): Promise<StoredReport | null> {
  return maybeOne<StoredReport>(
    db,
    sql`select ${columns} from ${reports} where payment_reports.id = ${reportId}`,
  )
}

/** Locks the report until the transaction ends, so that concurrent actions run one by one. */
export function lockReport(tx: Transaction, reportId: number): Promise<StoredReport | null> {
  return maybeOne<StoredReport>(
    tx,
    sql`select ${columns} from ${reports} where payment_reports.id = ${reportId}
      for update of payment_reports`,
  )
}

const MAX_OWN_REPORTS = 200

/** The member's reports of sales that the portal shows, the last one first. */
export function listReportsOf(db: Database, userId: number): Promise<StoredReport[]> {
  return many<StoredReport>(
    db,
    sql`select ${columns} from ${reports}
      where user_id = ${userId} and sales.withdrawn_at is null
      order by payment_reports.id desc limit ${MAX_OWN_REPORTS}`,
  )
}

type Closing =
  | { state: 'confirmed'; paymentKey: string; handledBy: number }
  | { state: 'declined'; reason: string; handledBy: number }
  | { state: 'cancelled' }

/** Uses the clock's time: the transaction may have begun long before it got the report's lock. */
export async function closeReport(
  tx: Transaction,
  reportId: number,
  closing: Closing,
): Promise<void> {
  const closedAt: SQL = sql`clock_timestamp()`
  await exec(
    tx,
    sql`update payment_reports set ${sql.assign({ ...closing, closedAt })} where id = ${reportId}`,
  )
}

/** A condition on `sales`: a payment for it was reported. */
export const isSaleReported = sql`exists (
  select from payment_reports where payment_reports.sale_id = sales.id)`

/** How many reports the sales that `which` selects have. */
export async function countReportsOfSales(db: Database | Transaction, which: SQL): Promise<number> {
  const { count } = await one<{ count: number }>(
    db,
    sql`select count(*) from payment_reports join sales on sales.id = sale_id where ${which}`,
  )
  return count
}

/** Of the sample cooperative's accounts and sales: a real sale may take the code of such a sale. */
const isOfSample = sql`user_id in (${sampleAccounts})
  and sale_id in (select id from sales where is_sample)`

export async function countSampleReports(tx: Transaction): Promise<number> {
  const { count } = await one<{ count: number }>(
    tx,
    sql`select count(*) from payment_reports where ${isOfSample}`,
  )
  return count
}

/** Runs with the first real import. The receipts become orphaned. */
export async function deleteSampleReports(tx: Transaction): Promise<void> {
  await exec(tx, sql`delete from payment_reports where ${isOfSample}`)
}
