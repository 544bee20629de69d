import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  char,
  check,
  index,
  integer,
  pgTable,
  timestamp,
  varchar,
} from 'drizzle-orm/pg-core'
import { users } from '../people/people-tables.ts'

/** An uploaded file; its bytes are in the storage of `DOCUMENTS_URL`. */
export const documents = pgTable(
  'documents',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    /** Random, without any part of the file's name. */
    storageKey: varchar('storage_key', { length: 100 }).notNull().unique(),
    /**
     * `arriving` until all bytes are stored; `kept` then; `leaving` once no request or report has it
     * and none ever will: its bytes are removed first, then this row.
     */
    state: varchar('state', { length: 10 }).notNull().default('arriving'),
    /** The file's name as the user gave it, only for display. */
    name: varchar('name', { length: 255 }).notNull(),
    /** Detected from the content. */
    type: varchar('type', { length: 50 }).notNull(),
    /** Bytes; 0 while arriving. */
    size: bigint('size', { mode: 'number' }).notNull().default(0),
    sha256: char('sha256', { length: 64 }).notNull().default(''),
    /** Bytes of a PNG's decoded pixels, which joining it with other files takes; 0 for other types. */
    pixelBytes: bigint('pixel_bytes', { mode: 'number' }).notNull().default(0),
    /** A page took too long or too much memory to draw: it is not tried again. */
    isTooComplex: boolean('is_too_complex').notNull().default(false),
    uploadedBy: integer('uploaded_by')
      .notNull()
      .references(() => users.id),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().default(sql`now()`),
  },
  (table) => [
    check('documents_state', sql`${table.state} in ('arriving', 'kept', 'leaving')`),
    index('documents_uploaded_by').on(table.uploadedBy, table.createdAt),
    // The few rows that the hourly job looks for.
    index('documents_unsettled').on(table.createdAt).where(sql`${table.state} <> 'kept'`),
  ],
)
