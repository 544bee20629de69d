import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, timestamp, varchar } from 'drizzle-orm/pg-core'
import { users } from '../users/users-tables.ts'

/** The links in emails: activation, restore, confirmation of an email address, and 'No fui yo'. */
export const accountLinks = pgTable(
  'account_links',
  {
    /** SHA-256; only the email holds the token. */
    tokenHash: varchar('token_hash', { length: 64 }).primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: varchar('purpose', { length: 10 }).notNull(),
    /** When its email was last sent, or else when it was created. */
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().default(sql`now()`),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    usedAt: timestamp('used_at', { withTimezone: true }),
    /** Only for a `not_me` link, which undoes everything since this instant. */
    undoesSince: timestamp('undoes_since', { withTimezone: true }),
  },
  (table) => [
    index('account_links_user').on(table.userId),
    check(
      'account_links_purpose',
      sql`${table.purpose} in ('activate', 'restore', 'confirm', 'not_me')`,
    ),
  ],
)

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
