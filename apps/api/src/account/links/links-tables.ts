import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, timestamp, varchar } from 'drizzle-orm/pg-core'
import { users } from '../../users/users-tables.ts'

/** The links that letters carry: activation, restore, confirmation of an e-mail (wire.md §8). */
export const accountLinks = pgTable(
  'account_links',
  {
    /** SHA-256: the token itself is only in the letter. */
    tokenHash: varchar('token_hash', { length: 64 }).primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: varchar('purpose', { length: 10 }).notNull(),
    /** When its letter was last posted, or made so far. */
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().default(sql`now()`),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    usedAt: timestamp('used_at', { withTimezone: true }),
  },
  (table) => [
    index('account_links_user').on(table.userId),
    check('account_links_purpose', sql`${table.purpose} in ('activate', 'restore', 'confirm')`),
  ],
)
