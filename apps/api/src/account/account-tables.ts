import { pgTable, text, varchar } from 'drizzle-orm/pg-core'
import { accountLinks } from '../auth/links-tables.ts'

/** Registrations that wait for their confirmation: one row for each link, deleted with it. */
export const pendingRegistrations = pgTable('pending_registrations', {
  linkHash: varchar('link_hash', { length: 64 })
    .primaryKey()
    .references(() => accountLinks.tokenHash, { onDelete: 'cascade' }),
  firstName: varchar('first_name', { length: 150 }).notNull(),
  lastName: varchar('last_name', { length: 150 }).notNull(),
  /** The address to which the link was sent. */
  email: varchar('email', { length: 254 }).notNull(),
  passwordHash: text('password_hash').notNull(),
  /** SHA-256 of the cookie of the browser that registered; null when it had none. */
  browserHash: varchar('browser_hash', { length: 64 }),
})
