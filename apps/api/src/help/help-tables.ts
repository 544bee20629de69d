import { helpTopics } from '@carpeta/domain/help/help-page-rules'
import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text, varchar } from 'drizzle-orm/pg-core'

const topics = sql.raw(helpTopics.map((topic) => `'${topic}'`).join(', '))

/** The cooperative's own pages of the help. */
export const helpPages = pgTable(
  'help_pages',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    topic: varchar('topic', { length: 20 }).notNull(),
    title: varchar('title', { length: 120 }).notNull().unique(),
    /** Plain text. */
    body: text('body').notNull(),
    /** Increases with every change, so that staff change only what they saw. */
    version: integer('version').notNull().default(0),
  },
  (table) => [check('help_pages_topic', sql`${table.topic} in (${topics})`)],
)
