import { sql } from 'drizzle-orm'
import {
  bigint,
  char,
  index,
  integer,
  jsonb,
  pgTable,
  timestamp,
  varchar,
} from 'drizzle-orm/pg-core'

/**
 * Who did and saw what. Only ever added to: triggers of the migration refuse everything else, to
 * the application's own role too. People stand here by their ids, which refer to no account: the
 * trail outlives them.
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp('at', { withTimezone: true }).notNull().default(sql`clock_timestamp()`),
    /** Null: somebody who had not logged in, or a command. */
    actorId: integer('actor_id'),
    /** The member as whom staff were looking. */
    onBehalfOfId: integer('on_behalf_of_id'),
    /** A key of `domain/audit-actions`. */
    action: varchar('action', { length: 40 }).notNull(),
    objectType: varchar('object_type', { length: 40 }).notNull().default(''),
    objectId: varchar('object_id', { length: 500 }).notNull().default(''),
    /** Whose data it concerns: what a member reads in 'Quién accedió a mis datos'. */
    subjectId: integer('subject_id'),
    before: jsonb('before').notNull().default({}),
    after: jsonb('after').notNull().default({}),
    reason: varchar('reason', { length: 500 }).notNull().default(''),
    address: varchar('address', { length: 45 }).notNull().default(''),
    requestId: varchar('request_id', { length: 40 }).notNull().default(''),
  },
  (table) => [
    index('audit_entries_actor').on(table.actorId, table.id),
    index('audit_entries_subject').on(table.subjectId, table.id),
    index('audit_entries_action').on(table.action, table.id),
    index('audit_entries_at').on(table.at),
  ],
)

/**
 * Each entry's hash over itself and the hash before it, written by a trigger as the transaction
 * commits: whoever changes an old entry would have to write the whole chain anew.
 */
export const auditChain = pgTable('audit_chain', {
  position: bigint('position', { mode: 'number' }).primaryKey(),
  entryId: bigint('entry_id', { mode: 'number' })
    .notNull()
    .unique()
    .references(() => auditEntries.id),
  hash: char('hash', { length: 64 }).notNull(),
})
