import { sql } from 'drizzle-orm'
import { integer, pgTable, primaryKey, text, timestamp, varchar } from 'drizzle-orm/pg-core'

/** Emails that a job will send. The job has the id alone, so that an erasure finds and deletes the email. */
export const waitingEmails = pgTable('waiting_emails', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  /** Encrypted: it may contain a link, and links are stored only as hashes. */
  sealed: text('sealed').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().default(sql`now()`),
})

/** The emails of the last minute, for the mail provider's limit (`MAIL_PER_MINUTE`). */
export const recentEmails = pgTable('recent_emails', {
  at: timestamp('at', { withTimezone: true }).notNull().default(sql`clock_timestamp()`),
})

/** How many emails went out, or failed and why, in each hour. */
export const mailHours = pgTable(
  'mail_hours',
  {
    hour: timestamp('hour', { withTimezone: true }).notNull(),
    outcome: varchar('outcome', { length: 20 }).notNull(),
    emails: integer('emails').notNull(),
  },
  (table) => [primaryKey({ columns: [table.hour, table.outcome] })],
)
