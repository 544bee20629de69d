import { sql } from 'drizzle-orm'
import { date, integer, numeric, pgTable, text, timestamp, varchar } from 'drizzle-orm/pg-core'

/** The pesos of one UF by day, up to a month into the future, as the Banco Central publishes them. */
export const ufValues = pgTable('uf_values', {
  date: date('date').primaryKey(),
  value: numeric('value', { precision: 12, scale: 2 }).notNull(),
  source: varchar('source', { length: 20 }).notNull(),
  loadedAt: timestamp('loaded_at', { withTimezone: true }).notNull().default(sql`now()`),
})

/** Days on which staff were alerted that the value is missing or was refused, at most once a day. */
export const ufAlerts = pgTable('uf_alerts', {
  date: date('date').primaryKey(),
  reason: text('reason').notNull(),
  sentAt: timestamp('sent_at', { withTimezone: true }).notNull().default(sql`now()`),
})

/** When the values of a whole year were last asked for, so that a source is not asked too often. */
export const ufYears = pgTable('uf_years', {
  year: integer('year').primaryKey(),
  askedAt: timestamp('asked_at', { withTimezone: true }).notNull(),
})
