import { openOrderStates, orderStates } from '@carpeta/domain/payments/online-payment-rules'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  numeric,
  pgTable,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core'
import { users } from '../people/people-tables.ts'
import { sales } from '../sales/sales-tables.ts'

const instant = (name: string) => timestamp(name, { withTimezone: true })
const quoted = (states: readonly string[]) =>
  sql.raw(states.map((state) => `'${state}'`).join(', '))

/** A payment by Webpay, from before it is sent there (docs/decisions/payments-and-uf.md). */
export const paymentOrders = pgTable(
  'payment_orders',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    /** Who pays: the holder or the co-holder. */
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    saleId: integer('sale_id')
      .notNull()
      .references(() => sales.id),
    choice: varchar('choice', { length: 10 }).notNull(),
    /** The oldest date of the instalments that it pays; null of another amount. */
    dueOn: date('due_on'),
    /** The latest one. */
    lastDueOn: date('last_due_on'),
    state: varchar('state', { length: 12 }).notNull().default('created'),
    /** Fixed when the order is created, with the value of the UF that gives the one from the other. */
    pesos: numeric('pesos', { precision: 12, scale: 0 }).notNull(),
    uf: numeric('uf', { precision: 14, scale: 4 }).notNull(),
    ufValue: numeric('uf_value', { precision: 10, scale: 2 }).notNull(),
    ufDate: date('uf_date').notNull(),
    /** The order's name at Webpay, which members and accounting read as folio. */
    folio: varchar('folio', { length: 26 }).notNull().unique(),
    /** Proves a return without a token: Webpay gives it back when the time to pay is over. */
    sessionId: varchar('session_id', { length: 61 }).notNull(),
    /** Webpay's name of the transaction; null until it was created there. */
    token: varchar('token', { length: 64 }).unique(),
    /** Webpay's page. */
    redirectUrl: varchar('redirect_url', { length: 300 }).notNull().default(''),
    createdAt: instant('created_at').notNull().default(sql`now()`),
    /** Since when the state is what it is. */
    changedAt: instant('changed_at').notNull().default(sql`now()`),
    /** The last commit that Webpay has not answered, or that is under way: only Webpay knows whether it is paid. */
    commitStartedAt: instant('commit_started_at'),
    /** When the job last asked Webpay about it. */
    askedAt: instant('asked_at'),
    authorizedAt: instant('authorized_at'),
    authorizationCode: varchar('authorization_code', { length: 10 }).notNull().default(''),
    cardType: varchar('card_type', { length: 2 }).notNull().default(''),
    /** The last four digits: nothing else of a card is stored. */
    cardDigits: varchar('card_digits', { length: 4 }).notNull().default(''),
    instalments: smallint('instalments').notNull().default(0),
    /** Webpay was asked to give it back; whether it did is not known until `refunded_at`. */
    refundStartedAt: instant('refund_started_at'),
    refundReason: varchar('refund_reason', { length: 500 }).notNull().default(''),
    refundedBy: integer('refunded_by').references(() => users.id),
    refundedAt: instant('refunded_at'),
    /** The key of the payment in accounting that is this one, or was when it was given back. */
    paymentKey: varchar('payment_key', { length: 500 }),
    /** Its date and UF: accounting may give the key to another payment. */
    paymentOn: date('payment_on'),
    paymentUf: numeric('payment_uf', { precision: 14, scale: 4 }),
    recordedOn: date('recorded_on'),
    /** The keys of payments that accounting had when it was approved: they are others. */
    earlierPayments: text('earlier_payments').array().notNull().default(sql`'{}'`),
    /** Staff made or undid a match: the job makes no other. */
    isMatchedByStaff: boolean('is_matched_by_staff').notNull().default(false),
  },
  (table) => [
    check('payment_orders_state', sql`${table.state} in (${quoted(orderStates)})`),
    check('payment_orders_pesos', sql`${table.pesos} > 0`),
    check(
      'payment_orders_authorized',
      sql`(${table.state} in ('authorized', 'refunded')) = (${table.authorizedAt} is not null)`,
    ),
    uniqueIndex('payment_orders_open')
      .on(table.saleId, table.userId)
      .where(sql`state in (${quoted(openOrderStates)})`),
    uniqueIndex('payment_orders_payment_once')
      .on(table.saleId, table.paymentKey, table.paymentOn, table.paymentUf)
      .where(sql`payment_key is not null and state <> 'refunded'`),
    index('payment_orders_user').on(table.userId, table.id),
    index('payment_orders_sale').on(table.saleId, table.id),
    index('payment_orders_state_id').on(table.state, table.id),
  ],
)
