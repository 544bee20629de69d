import { bigint, integer, pgTable, primaryKey, varchar } from 'drizzle-orm/pg-core'

/**
 * How many transactions changed the tables of a topic. Each connection counts in a row of its own, so that
 * no transaction waits for another one; triggers write them (docs/decisions/0075).
 */
export const dataVersions = pgTable(
  'data_versions',
  {
    topic: varchar('topic', { length: 20 }).notNull(),
    /** The process id of the connection's backend; 0 for all that ended. */
    writer: integer('writer').notNull(),
    changes: bigint('changes', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.topic, table.writer] })],
)
