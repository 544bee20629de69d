import { sql } from 'drizzle-orm'
import { boolean, check, pgTable, timestamp, varchar } from 'drizzle-orm/pg-core'

const instant = (name: string) => timestamp(name, { withTimezone: true })

/** Facts about the first run that the portal cannot compute: at most one row. */
export const setupNotes = pgTable(
  'setup_notes',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    /** When staff hid the complete checklist from their start page. */
    hiddenAt: instant('hidden_at'),
    mailTestedAt: instant('mail_tested_at'),
    mailOutcome: varchar('mail_outcome', { length: 20 }),
    /** Mail server and sender of that test: after a change of the settings it counts no more. */
    mailServer: varchar('mail_server', { length: 500 }),
  },
  (table) => [check('setup_notes_only', sql`${table.isOnly}`)],
)
