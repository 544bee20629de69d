import { sql } from 'drizzle-orm'
import { char, date, integer, pgTable, timestamp, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { sales } from '../sales/sales-tables.ts'
import { users } from '../users/users-tables.ts'

/** Every statement that was put on paper, so that whoever holds it can ask whether it still holds. */
export const issuedStatements = pgTable(
  'issued_statements',
  {
    /** At random: a folio cannot be guessed from another. */
    folio: varchar('folio', { length: 20 }).primaryKey(),
    saleId: integer('sale_id').references(() => sales.id, { onDelete: 'set null' }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    issuedAt: timestamp('issued_at', { withTimezone: true }).notNull().default(sql`now()`),
    /** The same instant as a day of Santiago. */
    issuedOn: date('issued_on')
      .notNull()
      .default(sql`(now() at time zone 'America/Santiago')::date`),
    /** The cut-off that the paper names. */
    asOf: timestamp('as_of', { withTimezone: true }).notNull(),
    /** `sales.content_hash` at that time: another one means other figures. */
    contentHash: char('content_hash', { length: 64 }).notNull(),
  },
  (table) => [
    // The same paper asked for twice on a day is one paper, however many clicks arrive at once.
    uniqueIndex('issued_statements_once_a_day').on(
      table.saleId,
      table.userId,
      table.contentHash,
      table.asOf,
      table.issuedOn,
    ),
  ],
)
