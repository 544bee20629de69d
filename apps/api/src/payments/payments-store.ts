import { randomBytes } from 'node:crypto'
import type { CalendarDate } from '@carpeta/domain/dates/dates'
import type { Pesos, Uf, UfRate } from '@carpeta/domain/money/money'
import {
  type Charge,
  type OrderState,
  openOrderStates,
  type PaymentChoice,
  UNCERTAIN_MS,
} from '@carpeta/domain/payments/online-payment-rules'
import { RECORDED_PAYMENTS_LOCK } from '../db/advisory-locks.ts'
import type { Database, Transaction } from '../db/client.ts'
import { exec, many, maybeOne, one, type SQL, scalar, sql } from '../db/query.ts'
import { fullName, isAccountOf, isMemberLike } from '../people/people-store.ts'
import { readableSales } from '../sales/sale-accesses-store.ts'
import { hasOtherPaymentNaming, hasPayment, paymentKeysSince } from '../sales/sales-store.ts'
import type { WebpayResult } from './webpay.ts'

export interface StoredOrder {
  id: number
  userId: number
  saleId: number
  saleCode: string
  choice: PaymentChoice
  /** The oldest date of the instalments that it pays. */
  dueOn: CalendarDate | null
  /** The latest one. */
  lastDueOn: CalendarDate | null
  state: OrderState
  pesos: Pesos
  uf: Uf
  ufValue: UfRate
  ufDate: CalendarDate
  folio: string
  sessionId: string
  token: string | null
  redirectUrl: string
  createdAt: Date
  /** Since when the state is what it is. */
  changedAt: Date
  commitStartedAt: Date | null
  authorizedAt: Date | null
  authorizationCode: string
  cardType: string
  cardDigits: string
  instalments: number
  /** Webpay was asked to give it back. */
  refundStartedAt: Date | null
  refundReason: string
  /** Who asked Webpay to give it back. */
  refundedBy: number | null
  refundedAt: Date | null
  /** The key of its payment in accounting, which accounting may have withdrawn; a refund leaves it. */
  paymentKey: string | null
  /** The day of its payment in accounting; null while accounting has none. */
  recordedOn: CalendarDate | null
  /** The keys of payments that accounting had when it was approved. */
  earlierPayments: string[]
}

/** A load, or the undo of one, may take away the payment that an order was matched with, and give another its key. */
const isRecorded = hasPayment({
  saleId: sql`payment_orders.sale_id`,
  key: sql`payment_orders.payment_key`,
  depositedOn: sql`payment_orders.payment_on`,
  amount: sql`payment_orders.payment_uf`,
})

const columns = sql`payment_orders.id, payment_orders.user_id, payment_orders.sale_id,
  sales.code as sale_code, choice, due_on, last_due_on, payment_orders.state, pesos, trim_scale(uf) as uf,
  trim_scale(uf_value) as uf_value, uf_date, folio, session_id, token, redirect_url,
  payment_orders.created_at, payment_orders.changed_at, commit_started_at, authorized_at,
  authorization_code, card_type, card_digits, payment_orders.instalments, refund_started_at,
  refund_reason, refunded_by, refunded_at, payment_key, case when ${isRecorded} then recorded_on end as recorded_on, earlier_payments`

const orders = sql`payment_orders join sales on sales.id = sale_id`

const isOpen = sql`payment_orders.state = any(${[...openOrderStates]})`

/** More than so many seconds ago. A moment that lies ahead is of a clock that was set back since. */
function isPast(column: string, seconds: number): SQL {
  const at = sql.raw(column)
  return sql`(${at} < clock_timestamp() - ${seconds} * interval '1 second'
    or ${at} > clock_timestamp() + interval '10 minutes')`
}

/** The open order of a person and a sale; `payment_orders_open` lets them have one. */
export function findOpenOrder(
  db: Database | Transaction,
  { userId, saleId }: { userId: number; saleId: number },
): Promise<StoredOrder | null> {
  return maybeOne<StoredOrder>(
    db,
    sql`select ${columns} from ${orders}
      where user_id = ${userId} and sale_id = ${saleId} and ${isOpen}`,
  )
}

/** @returns the id; null when this person has an open order of the sale already */
export async function insertOrder(
  tx: Transaction,
  order: {
    userId: number
    saleId: number
    choice: PaymentChoice
    charge: Charge
    sessionId: string
    today: CalendarDate
  },
): Promise<number | null> {
  const { userId, saleId, choice, charge, sessionId, today } = order
  const { uf, pesos, value, dueOn, lastDueOn } = charge
  // Not its number, which comes again after a restore.
  const folio = `P${today.slice(2).replaceAll('-', '')}-${randomBytes(3).toString('hex').toUpperCase()}`
  const inserted = await maybeOne<{ id: number }>(
    tx,
    sql`insert into payment_orders ${sql.insert({
      ...{ userId, saleId, choice, dueOn, lastDueOn, uf, pesos, folio, sessionId },
      ...{ ufValue: value.pesos, ufDate: value.date },
    })} on conflict do nothing returning id`,
  )
  return inserted?.id ?? null
}

export function findOrder(db: Database | Transaction, id: number): Promise<StoredOrder | null> {
  return maybeOne<StoredOrder>(
    db,
    sql`select ${columns} from ${orders} where payment_orders.id = ${id}`,
  )
}

/** Locks the order until the transaction ends, so that its changes follow each other. */
export function lockOrder(tx: Transaction, id: number): Promise<StoredOrder | null> {
  return maybeOne<StoredOrder>(
    tx,
    sql`select ${columns} from ${orders} where payment_orders.id = ${id}
      for update of payment_orders`,
  )
}

export async function markSent(
  tx: Transaction,
  id: number,
  { token, url }: { token: string; url: string },
): Promise<void> {
  await exec(
    tx,
    sql`update payment_orders set state = 'sent', token = ${token}, redirect_url = ${url},
        changed_at = clock_timestamp()
      where id = ${id} and state = 'created'`,
  )
}

/** A commit that began so long ago has ended, with its process perhaps. */
const COMMIT_SECONDS = 30

/**
 * Locks an order together with the sale's other open ones, so that only one of them is committed at a time.
 * @returns null while another process commits it
 */
export async function lockToCommit(tx: Transaction, id: number): Promise<StoredOrder | null> {
  await exec(
    tx,
    sql`select from payment_orders
      where sale_id = (select sale_id from payment_orders where id = ${id}) and ${isOpen}
      order by id for update`,
  )
  return maybeOne<StoredOrder>(
    tx,
    sql`select ${columns} from ${orders}
      where payment_orders.id = ${id} and payment_orders.state = 'unknown'
        and (commit_started_at is null or ${isPast('commit_started_at', COMMIT_SECONDS)})`,
  )
}

/**
 * The other orders of the sale that may have paid what this one would pay: approved ones that accounting had not
 * recorded when it began, and those whose commit Webpay has not answered.
 */
export function listRivals(
  tx: Transaction,
  { id, saleId, createdAt }: Pick<StoredOrder, 'id' | 'saleId' | 'createdAt'>,
): Promise<StoredOrder[]> {
  return many<StoredOrder>(
    tx,
    sql`select ${columns} from ${orders}
      where sale_id = ${saleId} and payment_orders.id <> ${id}
        and (payment_orders.state = 'authorized'
            and (not ${isRecorded} or authorized_at > ${createdAt})
          or payment_orders.state = 'unknown' and commit_started_at is not null)`,
  )
}

/** From here on only Webpay knows whether it is paid. @returns when the commit began */
export function markCommit(tx: Transaction, id: number): Promise<Date> {
  // Milliseconds, as a `Date` has: `forgetCommit` finds it again.
  return scalar(
    tx,
    sql`update payment_orders set commit_started_at = date_trunc('milliseconds', clock_timestamp())
      where id = ${id} returning commit_started_at`,
  )
}

/** Webpay refused this commit, so that it took nothing: the one before it may have. */
export async function forgetCommit(
  db: Database,
  id: number,
  { startedAt, former }: { startedAt: Date; former: Date | null },
): Promise<void> {
  await exec(
    db,
    sql`update payment_orders set commit_started_at = ${former}
      where id = ${id} and commit_started_at = ${startedAt}`,
  )
}

export async function changeState(tx: Transaction, id: number, state: OrderState): Promise<void> {
  await exec(
    tx,
    sql`update payment_orders set state = ${state}, changed_at = clock_timestamp() where id = ${id}`,
  )
}

const createdDay = sql`(created_at at time zone 'America/Santiago')::date`

export async function authorizeOrder(
  tx: Transaction,
  id: number,
  { authorizedAt, authorizationCode, cardType, cardDigits, instalments }: WebpayResult,
): Promise<void> {
  await exec(
    tx,
    sql`update payment_orders set state = 'authorized', changed_at = clock_timestamp(),
        authorized_at = greatest(created_at, least(${authorizedAt}, clock_timestamp())),
        earlier_payments = ${paymentKeysSince(sql`payment_orders.sale_id`, createdDay)},
        ${sql.assign({ authorizationCode, cardType, cardDigits, instalments })}
      where id = ${id}`,
  )
}

/** A call that asked for the refund has ended, with its process perhaps. */
const isRefundOver = isPast('refund_started_at', 5 * 60)

/** Before Webpay is asked to give it back. */
export async function markRefund(
  tx: Transaction,
  id: number,
  refund: { refundReason: string; refundedBy: number },
): Promise<void> {
  await exec(
    tx,
    sql`update payment_orders set refund_started_at = clock_timestamp(), ${sql.assign(refund)}
      where id = ${id}`,
  )
}

/** Webpay says that it did not give it back; not while it is asked to do so again. */
export async function forgetRefund(db: Database, id: number): Promise<void> {
  await exec(
    db,
    sql`update payment_orders set refund_started_at = null, refund_reason = '', refunded_by = null
      where id = ${id} and state = 'authorized' and ${isRefundOver}`,
  )
}

/** Its payment in accounting, if it has one, is free for another order, and for no report. */
export async function refundOrder(
  tx: Transaction,
  id: number,
  { refundReason, refundedBy }: { refundReason: string; refundedBy: number | null },
): Promise<void> {
  await exec(
    tx,
    sql`update payment_orders set state = 'refunded', changed_at = clock_timestamp(),
        refunded_at = clock_timestamp(), recorded_on = null,
        ${sql.assign({ refundReason, refundedBy })}
      where id = ${id}`,
  )
}

/**
 * One that was given back keeps no day: accounting has to take its payment away.
 * @returns whether the order was approved and accounting had no payment of it
 */
export async function recordOrder(
  tx: Transaction,
  id: number,
  payment: {
    paymentKey: string
    paymentOn: CalendarDate | null
    paymentUf: Uf | null
    recordedOn: CalendarDate
    isMatchedByStaff: boolean
  },
): Promise<boolean> {
  const { recordedOn, ...recorded } = payment
  const byStaff = sql`${payment.isMatchedByStaff}::boolean`
  const changed = await exec(
    tx,
    sql`update payment_orders set ${sql.assign(recorded)},
        recorded_on = case when state = 'authorized' then ${recordedOn}::date end
      where id = ${id} and not ${isRecorded}
        and (state = 'authorized' or state = 'refunded' and not ${byStaff})
        and (not is_matched_by_staff or ${byStaff})`,
  )
  return changed === 1
}

/** @param isMatchedByStaff from here on only they say which payment of accounting it is. @returns whether it had one */
export async function forgetRecorded(
  tx: Transaction,
  id: number,
  { isMatchedByStaff }: { isMatchedByStaff: boolean },
): Promise<boolean> {
  const undone = await exec(
    tx,
    sql`update payment_orders set payment_key = null, payment_on = null, payment_uf = null,
        recorded_on = null, is_matched_by_staff = ${isMatchedByStaff}
      where id = ${id} and state = 'authorized' and ${isRecorded}`,
  )
  return undone === 1
}

/** A condition on `sales`: somebody began to pay it online. */
export const isSalePaidOnline = sql`exists (
  select from payment_orders where payment_orders.sale_id = sales.id)`

/** For a query on `sales`: counts the payments of others than this person, paid or still open. */
export function ordersNotOf(rut: SQL): SQL {
  return sql`(select count(*) from payment_orders
    where payment_orders.sale_id = sales.id
      and (authorized_at is not null or payment_orders.state = any(${[...openOrderStates]}))
      and not ${isAccountOf(sql`payment_orders.user_id`, rut)})`
}

/** Counts the orders of the sales that `which` selects, in any state. */
export function countOrdersOfSales(db: Database | Transaction, which: SQL): Promise<number> {
  return scalar(db, sql`select count(*) from ${orders} where ${which}`)
}

/** Runs with the first real import: payments of sample sales were simulated. */
export async function deleteSampleOrders(tx: Transaction): Promise<void> {
  await exec(
    tx,
    sql`delete from payment_orders where sale_id in (select id from sales where is_sample)`,
  )
}

/** Deletes payments that were not made, this many days after their end. @returns how many */
export function deleteUnpaidOrders(db: Database, days: number): Promise<number> {
  return exec(
    db,
    sql`delete from payment_orders
      where authorized_at is null and state not in ('created', 'sent', 'unknown')
        and changed_at < now() - ${days} * interval '1 day'`,
  )
}

const MAX_OWN = 200

/** The payments that the member made, the last one first. */
export function listOrdersOf(db: Database, userId: number): Promise<StoredOrder[]> {
  return many<StoredOrder>(
    db,
    sql`select ${columns} from ${orders} where user_id = ${userId}
      order by payment_orders.id desc limit ${MAX_OWN}`,
  )
}

/** The orders whose end a job looks for, those it asked about least recently first: open for a minute at least. */
export function listUncertain(db: Database, limit: number): Promise<{ id: number }[]> {
  return many(
    db,
    sql`select id from payment_orders
      where ${isOpen} and ${isPast('changed_at', 60)}
      order by asked_at nulls first, id limit ${limit}`,
  )
}

/** Refunds that Webpay has not confirmed while it still tells, those asked about least recently first. */
export function listUnconfirmedRefunds(db: Database, limit: number): Promise<{ id: number }[]> {
  return many(
    db,
    sql`select id from payment_orders
      where state = 'authorized' and ${isRefundOver}
        and refund_started_at > now() - interval '7 days'
        and (asked_at is null or ${isPast('asked_at', 10 * 60)})
      order by asked_at nulls first, id limit ${limit}`,
  )
}

export async function markAsked(db: Database, id: number): Promise<void> {
  await exec(db, sql`update payment_orders set asked_at = clock_timestamp() where id = ${id}`)
}

/** Webpay is asked about a payment once in so many seconds, however often its payer calls. */
const PAUSE_SECONDS = 4

/** @returns whether a payer may ask now; then the next one waits */
export async function takeAsking(db: Database, id: number): Promise<boolean> {
  const taken = await exec(
    db,
    sql`update payment_orders set asked_at = clock_timestamp()
      where id = ${id}
        and (asked_at is null or ${isPast('asked_at', PAUSE_SECONDS)})`,
  )
  return taken > 0
}

/** Authorised orders of these sales that accounting does not have; `isByReader` while the payer still reads the sale. */
export function listUnrecorded(
  db: Database | Transaction,
  saleIds: number[],
): Promise<(StoredOrder & { isByReader: boolean })[]> {
  return many(
    db,
    sql`select ${columns}, coalesce(${isReadBy(payerRut)}, false) as is_by_reader from ${orders}
      where payment_orders.state = 'authorized' and not ${isRecorded} and sale_id = any(${saleIds})
      order by payment_orders.id`,
  )
}

/** A load may bring a payment this long after it was made. */
const REVIEWED_DAYS = 90

/**
 * Authorised orders that accounting does not have, lately refunded ones that it may enter all the same, and the other
 * refunded ones of their sales, whose payment accounting may have as well.
 */
export function listMatchable(
  db: Database,
): Promise<(StoredOrder & { isMatchedByStaff: boolean; isRecorded: boolean })[]> {
  const isUnmatched = sql`not ${isRecorded} and (payment_orders.state = 'authorized'
    or payment_orders.refunded_at > now() - ${REVIEWED_DAYS} * interval '1 day')`
  return many(
    db,
    sql`select ${columns}, is_matched_by_staff, ${isRecorded} as is_recorded from ${orders}
      where (${isUnmatched} or payment_orders.state = 'refunded')
        and sale_id in (select sale_id from payment_orders where ${isUnmatched})
      order by payment_orders.id`,
  )
}

/** Orders that the job matched, while another payment of their sale seems to name their authorisation code. */
export function listDoubtfulMatches(db: Database): Promise<{ id: number }[]> {
  return many(
    db,
    sql`select id from payment_orders
      where state = 'authorized' and ${isRecorded} and not is_matched_by_staff
        and authorized_at > now() - ${REVIEWED_DAYS} * interval '1 day' and authorization_code <> ''
        and ${hasOtherPaymentNaming(sql`authorization_code`, {
          saleId: sql`payment_orders.sale_id`,
          key: sql`payment_key`,
        })}
      order by id`,
  )
}

/** The authorisation codes of the orders of these sales. */
export function listAuthorizationCodes(
  db: Database | Transaction,
  saleIds: number[],
): Promise<{ id: number; saleId: number; authorizationCode: string }[]> {
  return many(
    db,
    sql`select id, sale_id, authorization_code from payment_orders
      where sale_id = any(${saleIds}) and authorization_code <> ''`,
  )
}

/**
 * Authorised orders of the sales that this person reads, of whomever, that accounting does not have. What a former
 * holder paid, or whoever reads the sale no more, is none of the next one's business.
 */
export function listUnrecordedFor(db: Database | Transaction, rut: string): Promise<StoredOrder[]> {
  return many<StoredOrder>(
    db,
    sql`select ${columns} from ${orders}
      where payment_orders.state = 'authorized' and not ${isRecorded} and ${isReadBy(sql`${rut}`)}
        and ${isReadBy(payerRut)}
      order by payment_orders.id`,
  )
}

/** Open orders that others began for the sales that this person reads. */
export function listOpenOfOthers(
  db: Database,
  { rut, userId }: { rut: string; userId: number },
): Promise<StoredOrder[]> {
  return many<StoredOrder>(
    db,
    sql`select ${columns} from ${orders}
      where ${isOpen} and user_id <> ${userId} and ${isReadBy(sql`${rut}`)} and ${isReadBy(payerRut)}
      order by payment_orders.id`,
  )
}

const payerRut = sql`(select payer.rut from users payer where payer.id = payment_orders.user_id)`

function isReadBy(rut: SQL): SQL {
  return sql`(sales.holder_rut = ${rut} and sales.withdrawn_at is null
      and sales.holder_erased_at is null
    or sale_id in (select shared.sale_id from (${readableSales(rut)}) shared))`
}

/**
 * Taken before a payment of accounting confirms a report or becomes an order's, so that it is not both. The lock
 * of the report or of the order comes first.
 */
export async function lockRecordedPayments(tx: Transaction, saleId: number): Promise<void> {
  await exec(tx, sql`select pg_advisory_xact_lock(${RECORDED_PAYMENTS_LOCK}, ${saleId})`)
}

/** The payments that accounting has of these sales and that are an order's, also of one that was given back. */
export function listRecording(
  db: Database | Transaction,
  saleIds: number[],
): Promise<{ saleId: number; paymentKey: string; isRefunded: boolean }[]> {
  return many(
    db,
    sql`select sale_id, payment_key, state = 'refunded' as is_refunded from payment_orders
      where sale_id = any(${saleIds}) and ${isRecorded}`,
  )
}

/** Authorised before this day in Santiago and not in accounting, or given back and still there. */
export function countUnsettled(db: Database, before: CalendarDate): Promise<number> {
  return scalar(db, sql`select count(*) from payment_orders where ${isUnsettled(before)}`)
}

/** As a union: within an 'or' PostgreSQL would look up the payment of each order, one by one. */
function isUnsettled(before: CalendarDate): SQL {
  const ids = (condition: SQL) =>
    sql`select payment_orders.id from payment_orders where ${condition}`
  return sql`payment_orders.id in (
    ${ids(sql`payment_orders.state = 'authorized' and not ${isRecorded} and ${authorizedDay} < ${before}`)}
    union all ${ids(isUntold)} union all ${ids(isRefundUncertain)} union all ${ids(isStillRecorded)})`
}

const isUntold = sql`(payment_orders.state = any(${[...openOrderStates]})
  and ${isPast('payment_orders.changed_at', UNCERTAIN_MS / 1000)})`

/** Webpay was asked to give it back, and has not said whether it did. */
const isRefundUncertain = sql`(payment_orders.state = 'authorized' and refund_started_at is not null)`

/** It was given back, and accounting's payment is no other order's. */
const isStillRecorded = sql`(payment_orders.state = 'refunded' and ${isRecorded}
  and not exists (select from payment_orders other
    where other.sale_id = payment_orders.sale_id and other.state = 'authorized'
      and other.payment_key = payment_orders.payment_key
      and other.payment_on is not distinct from payment_orders.payment_on))`

const authorizedDay = sql`(authorized_at at time zone 'America/Santiago')::date`

/** Null filters nothing. */
export interface OrderFilter {
  states: readonly OrderState[] | null
  text: string | null
  /** The same as part of a rut, without dots and hyphen. */
  rut: string | null
  /** Days in Santiago. */
  from: CalendarDate | null
  to: CalendarDate | null
  /** Only those that `countUnsettled` counts. */
  unrecordedBefore: CalendarDate | null
  /** Only these, found before. */
  ids?: readonly number[]
}

function matching(filter: OrderFilter): SQL {
  const { states, text, rut, from, to, unrecordedBefore, ids } = filter
  const at = sql`coalesce(authorized_at, payment_orders.created_at)`
  const day = sql`(${at} at time zone 'America/Santiago')::date`
  return sql.and(
    states && sql`payment_orders.state = any(${[...states]})`,
    text === null
      ? null
      : sql`(sale_id in (select id from sales where fold_text(code) like contains_pattern(${text}))
          or lower(folio) like contains_pattern(${text})
          or ${isMemberLike(sql`user_id`, { name: text, rut })})`,
    from && sql`${day} >= ${from}`,
    to && sql`${day} <= ${to}`,
    unrecordedBefore && isUnsettled(unrecordedBefore),
    ids ? sql`payment_orders.id = any(${[...ids]})` : null,
  )
}

export interface ListedOrder extends StoredOrder {
  project: string
  memberName: string
  memberRut: string | null
  isStillRecorded: boolean
}

const listed = sql`${columns}, ${isStillRecorded} as is_still_recorded, sales.project, ${fullName(sql`member`)} as member_name,
  member.rut as member_rut`
const listedOrders = sql`${orders} join users member on member.id = user_id`

export function countOrders(db: Database, filter: OrderFilter): Promise<number> {
  return scalar(db, sql`select count(*) from payment_orders where ${matching(filter)}`)
}

/** The newest first. */
export function listOrders(
  db: Database,
  filter: OrderFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<ListedOrder[]> {
  return many<ListedOrder>(
    db,
    sql`select ${listed} from ${listedOrders} where ${matching(filter)}
      order by payment_orders.id desc offset ${offset} limit ${limit}`,
  )
}

/** All that match, the newest first. */
export async function listOrderIds(db: Database, filter: OrderFilter): Promise<number[]> {
  const found = await many<{ id: number }>(
    db,
    sql`select payment_orders.id from payment_orders where ${matching(filter)}
      order by payment_orders.id desc`,
  )
  return found.map(({ id }) => id)
}

/** The newest first. */
export function listOrdersWith(db: Database, ids: number[]): Promise<ListedOrder[]> {
  return many<ListedOrder>(
    db,
    sql`select ${listed} from ${listedOrders} where payment_orders.id = any(${ids})
      order by payment_orders.id desc`,
  )
}

export function findListedOrder(db: Database, id: number): Promise<ListedOrder> {
  return one<ListedOrder>(
    db,
    sql`select ${listed} from ${listedOrders} where payment_orders.id = ${id}`,
  )
}

/** States without payments are left out. */
export function countByState(
  db: Database,
  filter: OrderFilter,
): Promise<{ state: OrderState; count: number }[]> {
  return many(
    db,
    sql`select payment_orders.state, count(*) from payment_orders
      where ${matching({ ...filter, states: null, unrecordedBefore: null })} group by 1`,
  )
}

const MAX_DAYS = 31

/** What was authorised, by day in Santiago, the newest first. */
export function sumByDay(
  db: Database,
  filter: OrderFilter,
): Promise<{ date: CalendarDate; count: number; pesos: Pesos }[]> {
  return many(
    db,
    sql`select ${authorizedDay} as date, count(*), sum(pesos) as pesos from payment_orders
      where payment_orders.state = 'authorized' and ${matching(filter)}
      group by 1 order by 1 desc limit ${MAX_DAYS}`,
  )
}

/** Orders by state, and the seconds since the oldest open one last changed; 0 without any. */
export async function orderFigures(
  db: Database,
): Promise<{ byState: { state: OrderState; count: number }[]; uncertainSeconds: number }> {
  const byState = await many<{ state: OrderState; count: number }>(
    db,
    sql`select state, count(*) from payment_orders group by state`,
  )
  const { seconds } = await one<{ seconds: number }>(
    db,
    sql`select coalesce(extract(epoch from now() - min(changed_at)), 0)::float8 as seconds
      from payment_orders where state = any(${[...openOrderStates]})`,
  )
  return { byState, uncertainSeconds: seconds }
}
