import { uploadStates } from '@carpeta/domain/imports/import-rules'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  varchar,
} from 'drizzle-orm/pg-core'
import { users } from '../../users/users-tables.ts'
import { loads } from '../imports-tables.ts'
import { importTokens } from '../tokens/import-tokens-tables.ts'

const states = ['arriving', ...uploadStates].map((state) => `'${state}'`).join(', ')

/** Exports that staff uploaded or a program sent, and what came of them. */
export const uploadedExports = pgTable(
  'uploaded_exports',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    /** Null once the file is removed. */
    storageKey: varchar('storage_key', { length: 100 }).unique(),
    /** The file is not needed any more; a job removes it. */
    isLeaving: boolean('is_leaving').notNull().default(false),
    name: varchar('name', { length: 255 }).notNull(),
    size: bigint('size', { mode: 'number' }).notNull().default(0),
    state: varchar('state', { length: 10 }).notNull().default('arriving'),
    /** What the job does with it: a dry run, or the load. */
    mode: varchar('mode', { length: 10 }).notNull(),
    /** What refused it and a person accepted. */
    accepted: varchar('accepted', { length: 30 }).array().notNull().default(sql`'{}'`),
    uploadedBy: integer('uploaded_by').references(() => users.id),
    tokenId: integer('token_id').references(() => importTokens.id),
    /** The load, or the dry run of it. */
    loadId: integer('load_id').references(() => loads.id, { onDelete: 'set null' }),
    /** The newest applied load when the dry run was made: with another one its difference is not true. */
    checkedAfterId: integer('checked_after_id'),
    /** For staff: why it could not be read. */
    failure: text('failure'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().default(sql`now()`),
  },
  (table) => [
    check('uploaded_exports_state', sql`${table.state} in (${sql.raw(states)})`),
    check('uploaded_exports_mode', sql`${table.mode} in ('check', 'apply')`),
    index('uploaded_exports_stored')
      .on(table.createdAt)
      .where(sql`${table.storageKey} is not null`),
  ],
)
