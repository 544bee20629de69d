import { sql } from 'drizzle-orm'
import { char, check, integer, pgTable, timestamp, varchar } from 'drizzle-orm/pg-core'
import { users } from '../people/people-tables.ts'

/** The addresses at which calendars read the due dates of a member: one for each. */
export const dueCalendars = pgTable(
  'due_calendars',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id),
    /** The member's rut then: with another one the account shows somebody else's purchases. */
    rut: varchar('rut', { length: 12 }).notNull(),
    keyHash: char('key_hash', { length: 64 }).notNull().unique(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().default(sql`now()`),
    /** When a calendar last read it. */
    lastReadAt: timestamp('last_read_at', { withTimezone: true }),
  },
  (table) => [check('due_calendars_rut', sql`${table.rut} ~ '^[1-9][0-9]*-[0-9K]$'`)],
)
