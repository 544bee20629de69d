import type { CalendarDate } from '@carpeta/domain/dates/dates'
import type { Pesos, Uf, UfRate } from '@carpeta/domain/money/money'
import type { PaymentReportState } from '@carpeta/domain/payments/payment-report-states'
import { CONFIRMATIONS_LOCK, PAYMENT_REPORTS_LOCK } from '../db/advisory-locks.ts'
import type { Database, Transaction } from '../db/client.ts'
import { exec, many, maybeOne, one, type SQL, scalar, sql } from '../db/query.ts'
import { fullName, isAccountOf, isMemberLike, sampleAccounts } from '../people/people-store.ts'
import { hasPayment } from '../sales/sales-store.ts'
import { ufRateOn } from '../uf/uf-store.ts'
import { isHandledSql, oldestReportedFirst } from './payment-reports-tables.ts'

export interface StoredReport {
  id: number
  userId: number
  /** Whether the member holds the sale now. */
  isHolder: boolean
  saleId: number
  saleCode: string
  project: string
  paidOn: CalendarDate
  amount: Pesos
  /** Of the day of the payment; null where it is not known. */
  ufRate: UfRate | null
  comment: string
  state: PaymentReportState
  reason: string
  receiptId: number | null
  receiptName: string | null
  /** Bytes. */
  receiptSize: number | null
  /** The payment in accounting that confirms it; null also when accounting does not have it any more. */
  paymentKey: string | null
  /** Those that confirm it together with that one. */
  furtherKeys: string[]
  handledBy: number | null
  reportedAt: Date
  closedAt: Date | null
}

/** The payments that a report was confirmed with: accounting may have made several of one transfer. */
const itsPayments = sql`(
  select payment_key as key, payment_on as "on", payment_uf as uf
  union all
  select * from jsonb_to_recordset(further_payments) as further (key text, "on" date, uf numeric)
) its`

const isInAccounting = hasPayment({
  saleId: sql`payment_reports.sale_id`,
  key: sql`its.key`,
  depositedOn: sql`its."on"`,
  amount: sql`its.uf`,
})

/** A load may take away a payment that confirmed a report, and give another its key. */
const hasItsPayments = sql`not exists (select from ${itsPayments} where not ${isInAccounting})`

const isPaymentGone = sql`(state = 'confirmed' and not ${hasItsPayments})`

/** Like `hasItsPayments`, for counting: one join serves all reports except those with several payments. */
const hasItsPaymentsJoined = sql`${hasPayment({
  saleId: sql`payment_reports.sale_id`,
  key: sql`payment_key`,
  depositedOn: sql`payment_on`,
  amount: sql`payment_uf`,
})} and (further_payments = '[]' or ${hasItsPayments})`

const columns = sql`payment_reports.id, user_id,
  ${isAccountOf(sql`payment_reports.user_id`, sql`sales.holder_rut`)} as is_holder,
  sale_id, sales.code as sale_code, sales.project,
  paid_on, amount, ${ufRateOn(sql`paid_on`)} as uf_rate, comment, payment_reports.state, reason, receipt_id,
  documents.name as receipt_name, documents.size as receipt_size,
  case when ${hasItsPayments} then payment_key end as payment_key,
  case when ${hasItsPayments} then jsonb_path_query_array(further_payments, '$[*].key')
    else '[]' end as further_keys, handled_by,
  reported_at, closed_at`

const reports = sql`payment_reports
  join sales on sales.id = sale_id
  left join documents on documents.id = receipt_id`

/** Serializes the reports of a member, so that concurrent calls find each other. */
export async function lockReportsOf(tx: Transaction, userId: number): Promise<void> {
  await exec(tx, sql`select pg_advisory_xact_lock(${PAYMENT_REPORTS_LOCK}, ${userId})`)
}

/** Two reports that are equal in all of these are the same payment. */
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

/** Of sales that the portal shows: the member cannot cancel another. */
export function countPending(db: Database | Transaction, userId: number): Promise<number> {
  return scalar(
    db,
    sql`select count(*) from payment_reports join sales on sales.id = sale_id
      where user_id = ${userId} and state = 'reported' and sales.withdrawn_at is null`,
  )
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
  | {
      state: 'confirmed'
      paymentKey: string
      paymentOn: CalendarDate | null
      paymentUf: Uf | null
      /** JSON. */
      furtherPayments: string
      handledBy: number
    }
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

/** Waits for staff again; accounting's payment is free. */
export async function reopenReport(tx: Transaction, reportId: number): Promise<void> {
  await exec(
    tx,
    sql`update payment_reports set state = 'reported', payment_key = null, payment_on = null,
        payment_uf = null, further_payments = '[]', handled_by = null, closed_at = null
      where id = ${reportId}`,
  )
}

/**
 * To the end of the transaction. Whoever confirms shares it; the undo of a load takes it alone, so that it sees every
 * confirmation before it, and those after it see which payments are gone.
 */
export async function lockConfirmations(tx: Transaction, mode: 'shared' | 'alone'): Promise<void> {
  await exec(
    tx,
    mode === 'shared'
      ? sql`select pg_advisory_xact_lock_shared(${CONFIRMATIONS_LOCK})`
      : sql`select pg_advisory_xact_lock(${CONFIRMATIONS_LOCK})`,
  )
}

/** Reports confirmed since then of which accounting lacks a payment now, locked to the end of the transaction. */
export function lockUnpaid(
  tx: Transaction,
  confirmedSince: Date,
): Promise<{ id: number; userId: number; paymentKeys: string[] }[]> {
  return many(
    tx,
    sql`select id, user_id, array(select key from ${itsPayments}) as payment_keys
      from payment_reports
      where state = 'confirmed' and closed_at >= ${confirmedSince} and not ${hasItsPayments}
      order by id for update`,
  )
}

/** A condition on `sales`: a payment for it was reported. */
export const isSaleReported = sql`exists (
  select from payment_reports where payment_reports.sale_id = sales.id)`

/** For a query on `sales`: counts the pending and confirmed reports of others than this person. */
export function reportsNotOf(rut: SQL): SQL {
  return sql`(select count(*) from payment_reports
    where payment_reports.sale_id = sales.id and payment_reports.state in ('reported', 'confirmed')
      and not ${isAccountOf(sql`payment_reports.user_id`, rut)})`
}

/** Counts the reports of the sales that `which` selects. */
export function countReportsOfSales(db: Database | Transaction, which: SQL): Promise<number> {
  return scalar(
    db,
    sql`select count(*) from payment_reports join sales on sales.id = sale_id where ${which}`,
  )
}

/** Tests account and sale, because a real sale may take the code of a sample sale. */
const isOfSample = sql`user_id in (${sampleAccounts})
  and sale_id in (select id from sales where is_sample)`

export function countSampleReports(tx: Transaction): Promise<number> {
  return scalar(tx, sql`select count(*) from payment_reports where ${isOfSample}`)
}

/** Runs with the first real import. The receipts become orphaned. */
export async function deleteSampleReports(tx: Transaction): Promise<void> {
  await exec(tx, sql`delete from payment_reports where ${isOfSample}`)
}

/** A condition on `documents`: it is the receipt of a report. */
export const isReceipt = sql`exists (
  select from payment_reports where payment_reports.receipt_id = documents.id)`

/** A stored receipt with the member who may read it. */
export interface Receipt {
  id: number
  reportId: number
  storageKey: string
  name: string
  type: string
  /** Bytes. */
  size: number
  memberId: number
  saleId: number
}

export function findReceipt(db: Database, reportId: number): Promise<Receipt | null> {
  return maybeOne<Receipt>(
    db,
    sql`select documents.id, payment_reports.id as report_id, storage_key, name, type, size, user_id as member_id, sale_id
      from payment_reports join documents on documents.id = receipt_id
      where payment_reports.id = ${reportId}`,
  )
}

/** The filters of the queue; null filters nothing. */
export interface ReportFilter {
  text: string | null
  /** The same as part of a rut, without dots and hyphen. */
  rut: string | null
  /** Keeps only confirmed reports whose payment accounting no longer has. */
  isGone: boolean
}

export const reportOrders = ['queue', 'reported_at', 'paid_on', 'amount', 'member'] as const

type ReportOrder = (typeof reportOrders)[number]

export interface QueuedReport {
  id: number
  state: PaymentReportState
  saleId: number
  saleCode: string
  project: string
  memberId: number
  memberName: string
  memberRut: string | null
  paidOn: CalendarDate
  amount: Pesos
  reportedAt: Date
  closedAt: Date | null
  /** Confirmed, and accounting does not have the payment any more. */
  isPaymentGone: boolean
}

/** A page of the reports in these states. */
export function listQueue(
  db: Database,
  filter: ReportFilter,
  states: readonly PaymentReportState[],
  page: { orderBy: ReportOrder; descending: boolean; offset: number; limit: number },
): Promise<QueuedReport[]> {
  const direction = page.descending ? sql`desc` : sql`asc`
  return many<QueuedReport>(
    db,
    sql`select payment_reports.id, state, sale_id, sales.code as sale_code, sales.project,
        member.id as member_id, ${fullName(sql`member`)} as member_name, member.rut as member_rut,
        paid_on, amount, reported_at, closed_at,
        ${isPaymentGone} as is_payment_gone
      from payment_reports
      join sales on sales.id = sale_id
      join users member on member.id = user_id
      where state = any(${states}) and ${matching(filter)} and (not ${filter.isGone} or ${isPaymentGone})
      order by ${orders[page.orderBy]} ${direction}, payment_reports.id ${direction}
      offset ${page.offset} limit ${page.limit}`,
  )
}

/** The number of reports in each state, and how many lost their payment; states without reports are left out. */
export async function countByState(
  db: Database,
  filter: Omit<ReportFilter, 'isGone'>,
): Promise<{ counts: Map<PaymentReportState, number>; gone: number }> {
  const found = await many<{ state: PaymentReportState; count: number; gone: number }>(
    db,
    sql`select state, count(*), case when state = 'confirmed' then count(*) - (
          select count(*) from payment_reports
          where state = 'confirmed' and ${matching(filter)} and ${hasItsPaymentsJoined})
        else 0 end as gone
      from payment_reports where ${matching(filter)} group by state`,
  )
  return {
    counts: new Map(found.map(({ state, count }) => [state, count])),
    gone: found.reduce((sum, { gone }) => sum + gone, 0),
  }
}

/** The reports that staff have not matched or declined yet. */
export function countReported(db: Database): Promise<number> {
  return scalar(db, sql`select count(*) from payment_reports where state = 'reported'`)
}

/** The payments that accounting has of these sales and that confirm a report, by sale and key. */
export function listConfirming(
  db: Database | Transaction,
  saleIds: number[],
): Promise<{ saleId: number; paymentKey: string }[]> {
  return many(
    db,
    sql`select sale_id, its.key as payment_key from payment_reports cross join lateral ${itsPayments}
      where sale_id = any(${saleIds}) and state = 'confirmed' and ${isInAccounting}`,
  )
}

/** The reports of these sales that wait for staff, also of a former holder. */
export function listPending(
  db: Database | Transaction,
  saleIds: number[],
): Promise<{ saleId: number; paidOn: CalendarDate; amount: Pesos; isHolder: boolean }[]> {
  return many(
    db,
    sql`select sale_id, paid_on, amount,
        ${isAccountOf(sql`user_id`, sql`sales.holder_rut`)} as is_holder
      from payment_reports join sales on sales.id = sale_id
      where sale_id = any(${saleIds}) and payment_reports.state = 'reported'`,
  )
}

function matching({ text, rut }: Omit<ReportFilter, 'isGone'>): SQL {
  if (text === null) return sql`true`
  return sql`(sale_id in (select id from sales where fold_text(code) like contains_pattern(${text}))
    or ${isMemberLike(sql`user_id`, { name: text, rut })})`
}

const orders: Record<ReportOrder, SQL> = {
  queue: sql`${isHandledSql}, ${oldestReportedFirst}`,
  reported_at: sql`payment_reports.reported_at`,
  paid_on: sql`payment_reports.paid_on`,
  amount: sql`payment_reports.amount`,
  member: sql`spanish_order(member.first_name || ' ' || member.last_name) collate "C"`,
}
