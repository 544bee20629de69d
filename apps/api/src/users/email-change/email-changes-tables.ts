import { sql } from 'drizzle-orm'
import { index, integer, pgTable, timestamp, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { users } from '../users-tables.ts'

const instant = (name: string) => timestamp(name, { withTimezone: true })
const hash = (name: string) => varchar(name, { length: 64 })
const email = (name: string) => varchar(name, { length: 254 }).notNull()

/** Changes of an account's email, which its owner confirms at the new address (docs/decisions/0029). */
export const emailChanges = pgTable(
  'email_changes',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    oldEmail: email('old_email'),
    newEmail: email('new_email'),
    // SHA-256; only the emails hold the tokens.
    confirmHash: hash('confirm_hash').notNull().unique(),
    /** In the email to the old address when the change was requested. */
    revertHash: hash('revert_hash').notNull().unique(),
    /** In the email to the old address when the change took effect. */
    lateRevertHash: hash('late_revert_hash').unique(),
    requestedAt: instant('requested_at').notNull().default(sql`now()`),
    confirmedAt: instant('confirmed_at'),
    /** When it was cancelled, replaced or reverted. */
    endedAt: instant('ended_at'),
  },
  (table) => [
    index('email_changes_user').on(table.userId),
    uniqueIndex('email_changes_one_pending')
      .on(table.userId)
      .where(sql`confirmed_at is null and ended_at is null`),
  ],
)
