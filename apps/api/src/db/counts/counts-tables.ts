import { bigint, index, pgTable, text, varchar } from 'drizzle-orm/pg-core'

/**
 * Numbers of rows by key, whose rows add up: triggers append what a statement changes, and a job folds
 * them (docs/decisions/0066).
 */
export const rowCounts = pgTable(
  'row_counts',
  {
    counter: varchar('counter', { length: 40 }).notNull(),
    key: text('key').notNull(),
    amount: bigint('amount', { mode: 'number' }).notNull(),
  },
  (table) => [index('row_counts_key').on(table.counter, table.key)],
)
