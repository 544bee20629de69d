import { paymentReportStates } from '@carpeta/domain/payments/payment-report-states'
import { sql } from 'drizzle-orm'
import {
  char,
  check,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  timestamp,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core'
import { inTable, shared } from '../db/sql-in-table.ts'
import { documents } from '../documents/documents-tables.ts'
import { users } from '../people/people-tables.ts'
import { sales } from '../sales/sales-tables.ts'

const instant = (name: string) => timestamp(name, { withTimezone: true })
const states = sql.raw(paymentReportStates.map((state) => `'${state}'`).join(', '))

/** Whether staff are done with a report, for the order of the queue. */
export const isHandledSql = shared`(payment_reports.state <> 'reported')`

/** Handled reports are read from the newest on. */
export const oldestReportedFirst = shared`(case payment_reports.state when 'reported'
  then payment_reports.id else -payment_reports.id end)`

/** A payment that a member reports; staff confirm it with a payment of accounting (docs/decisions/payments-and-uf.md). */
export const paymentReports = pgTable(
  'payment_reports',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    saleId: integer('sale_id')
      .notNull()
      .references(() => sales.id, { onDelete: 'cascade' }),
    paidOn: date('paid_on').notNull(),
    /** Pesos. */
    amount: numeric('amount', { precision: 14, scale: 0 }).notNull(),
    comment: varchar('comment', { length: 250 }).notNull().default(''),
    state: varchar('state', { length: 20 }).notNull().default('reported'),
    /** Why it was declined. */
    reason: varchar('reason', { length: 1000 }).notNull().default(''),
    /** Null once the member's data are erased. */
    receiptId: integer('receipt_id')
      .references(() => documents.id)
      .unique(),
    /** Tells a repeated report from a second payment of the same day and amount. */
    receiptSha256: char('receipt_sha256', { length: 64 }),
    /** The key of the payment in its sale: an import replaces the rows of payments. */
    paymentKey: varchar('payment_key', { length: 500 }),
    /** Its date and UF: accounting may give the key to another payment. */
    paymentOn: date('payment_on'),
    paymentUf: numeric('payment_uf', { precision: 14, scale: 4 }),
    /** The other payments that accounting made of it: their keys, dates and UF. */
    furtherPayments: jsonb('further_payments')
      .$type<{ key: string; on: string | null; uf: string | null }[]>()
      .notNull()
      .default([]),
    handledBy: integer('handled_by').references(() => users.id),
    reportedAt: instant('reported_at').notNull().default(sql`now()`),
    closedAt: instant('closed_at'),
  },
  (table) => [
    check('payment_reports_state', sql`${table.state} in (${states})`),
    check('payment_reports_amount', sql`${table.amount} > 0`),
    check(
      'payment_reports_closed_at',
      sql`(${table.state} = 'reported') = (${table.closedAt} is null)`,
    ),
    check(
      'payment_reports_payment_key',
      sql`(${table.state} = 'confirmed') = (${table.paymentKey} is not null)`,
    ),
    check(
      'payment_reports_further_payments',
      sql`${table.state} = 'confirmed' or ${table.furtherPayments} = '[]'`,
    ),
    uniqueIndex('payment_reports_once')
      .on(table.userId, table.saleId, table.paidOn, table.amount, table.receiptSha256)
      .where(sql`state in ('reported', 'confirmed')`),
    uniqueIndex('payment_reports_payment_once')
      .on(table.saleId, table.paymentKey, table.paymentOn, table.paymentUf)
      .where(sql`state = 'confirmed'`),
    index('payment_reports_user').on(table.userId, table.id),
    index('payment_reports_sale').on(table.saleId),
    index('payment_reports_queue').on(table.state, table.id),
    index('payment_reports_by_queue').on(
      inTable(isHandledSql),
      inTable(oldestReportedFirst),
      table.id,
    ),
    index('payment_reports_handler').on(table.handledBy),
  ],
)
