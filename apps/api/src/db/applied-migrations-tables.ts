import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * The migrations of this database by name, and the version of the portal that applied each. Drizzle's
 * own table has only hashes, which an older portal cannot name.
 */
export const appliedMigrations = pgTable('applied_migrations', {
  name: text('name').primaryKey(),
  version: text('version').notNull(),
  appliedAt: timestamp('applied_at', { withTimezone: true }).notNull().defaultNow(),
})
