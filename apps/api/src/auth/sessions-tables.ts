import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, timestamp, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { users } from '../users/users-tables.ts'

/** Open sessions. The cookie's id is stored only as a SHA-256 hash (docs/security.md 3.4). */
export const sessions = pgTable(
  'sessions',
  {
    /** Names the session in the owner's list; gives no access. */
    id: integer('id').notNull().generatedAlwaysAsIdentity(),
    idHash: varchar('id_hash', { length: 64 }).primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** In a view as a member, the member. */
    viewingAsId: integer('viewing_as_id').references(() => users.id, { onDelete: 'cascade' }),
    userAgent: text('user_agent').notNull().default(''),
    address: varchar('address', { length: 64 }).notNull().default(''),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().default(sql`now()`),
    /** When the owner last proved who they are: at the login, or again since. */
    authenticatedAt: timestamp('authenticated_at', { withTimezone: true })
      .notNull()
      .default(sql`now()`),
    lastUsedAt: timestamp('last_used_at', { withTimezone: true }).notNull().default(sql`now()`),
  },
  (table) => [
    uniqueIndex('sessions_id').on(table.id),
    index('sessions_user').on(table.userId),
    index('sessions_viewing_as').on(table.viewingAsId),
  ],
)
