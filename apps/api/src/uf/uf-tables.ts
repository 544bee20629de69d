import { sql } from 'drizzle-orm'
import { date, numeric, pgTable, text, timestamp, varchar } from 'drizzle-orm/pg-core'

/** The pesos of one UF by day, also of days to come: the Banco Central publishes up to a month ahead. */
export const ufValues = pgTable('uf_values', {
  date: date('date').primaryKey(),
  value: numeric('value', { precision: 12, scale: 2 }).notNull(),
  source: varchar('source', { length: 20 }).notNull(),
  loadedAt: timestamp('loaded_at', { withTimezone: true }).notNull().default(sql`now()`),
})

/** Days on which staff were told that the value is missing or was refused: once a day at most. */
export const ufAlerts = pgTable('uf_alerts', {
  date: date('date').primaryKey(),
  reason: text('reason').notNull(),
  sentAt: timestamp('sent_at', { withTimezone: true }).notNull().default(sql`now()`),
})
