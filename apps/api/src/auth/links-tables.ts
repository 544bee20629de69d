import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, timestamp, varchar } from 'drizzle-orm/pg-core'
import { users } from '../people/people-tables.ts'

/** The links in emails and printed letters: activation, restore, confirmation of an email address, and 'No fui yo'. */
export const accountLinks = pgTable(
  'account_links',
  {
    /** SHA-256; only the email or letter holds the token. */
    tokenHash: varchar('token_hash', { length: 64 }).primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: varchar('purpose', { length: 10 }).notNull(),
    /** Who printed the letter. */
    madeBy: integer('made_by').references(() => users.id, { onDelete: 'set null' }),
    /** When its email was last sent, or else when it was created. */
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().default(sql`now()`),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    usedAt: timestamp('used_at', { withTimezone: true }),
    /** Only for a `not_me` link, which undoes everything since this instant. */
    undoesSince: timestamp('undoes_since', { withTimezone: true }),
  },
  (table) => [
    index('account_links_user').on(table.userId),
    index('account_links_made_by').on(table.madeBy).where(sql`made_by is not null`),
    check(
      'account_links_purpose',
      sql`${table.purpose} in ('activate', 'letter', 'restore', 'confirm', 'not_me')`,
    ),
  ],
)
