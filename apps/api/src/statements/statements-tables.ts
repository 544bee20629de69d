import type { PaperFact } from '@carpeta/domain/sales/paper-facts'
import { sql } from 'drizzle-orm'
import {
  char,
  date,
  integer,
  jsonb,
  pgTable,
  timestamp,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core'
import { users } from '../people/people-tables.ts'
import { sales } from '../sales/sales-tables.ts'

/** Statements issued as PDF, for the check of their folio. */
export const issuedStatements = pgTable(
  'issued_statements',
  {
    /** Random: a folio cannot be guessed from another. */
    folio: varchar('folio', { length: 20 }).primaryKey(),
    saleId: integer('sale_id').references(() => sales.id, { onDelete: 'set null' }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    issuedAt: timestamp('issued_at', { withTimezone: true }).notNull().default(sql`now()`),
    /** The same instant as a day in Santiago. */
    issuedOn: date('issued_on')
      .notNull()
      .default(sql`(now() at time zone 'America/Santiago')::date`),
    /** The cut-off that the statement shows. */
    asOf: timestamp('as_of', { withTimezone: true }).notNull(),
    /** `sales.content_hash` at that time. */
    contentHash: char('content_hash', { length: 64 }).notNull(),
    /** SHA-256 of what was printed; null in statements of other figures that 1.1.0 issued. */
    printedHash: char('printed_hash', { length: 64 }),
    /** What the check of the folio shows to compare; null in papers of before 2.0.0. */
    totals: jsonb('totals').$type<PaperFact[]>(),
  },
  (table) => [
    // One folio a day for the same figures, also for concurrent calls.
    uniqueIndex('issued_statements_once_a_day').on(
      table.saleId,
      table.userId,
      table.contentHash,
      table.asOf,
      table.issuedOn,
    ),
  ],
)
