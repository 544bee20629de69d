import { sql } from 'drizzle-orm'
import { boolean, integer, pgTable, text, timestamp, varchar } from 'drizzle-orm/pg-core'

/** Applied loads of the accounting export. */
export const loads = pgTable('loads', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  fileName: text('file_name').notNull(),
  fileHash: varchar('file_hash', { length: 64 }).notNull(),
  cutoff: timestamp('cutoff', { withTimezone: true }).notNull(),
  isSample: boolean('is_sample').notNull().default(false),
  announced: integer('announced').notNull(),
  added: integer('added').notNull(),
  changed: integer('changed').notNull(),
  unchanged: integer('unchanged').notNull(),
  rejected: integer('rejected').notNull(),
  withdrawn: integer('withdrawn').notNull(),
  appliedAt: timestamp('applied_at', { withTimezone: true }).notNull().default(sql`now()`),
})

/** Broken rules of a load, for accounting to correct. */
export const loadRejects = pgTable('load_rejects', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  loadId: integer('load_id')
    .notNull()
    .references(() => loads.id, { onDelete: 'cascade' }),
  line: integer('line').notNull(),
  saleCode: varchar('sale_code', { length: 500 }),
  field: text('field').notNull(),
  value: text('value').notNull(),
  reason: text('reason').notNull(),
})
