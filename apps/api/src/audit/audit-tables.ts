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
 * Append-only: triggers refuse changes, also by the application's role. Ids of users have no foreign
 * key, because the log outlives their accounts.
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp('at', { withTimezone: true }).notNull().default(sql`clock_timestamp()`),
    /** Null for an anonymous visitor or a command. */
    actorId: integer('actor_id'),
    /** In a view as a member, the member. */
    onBehalfOfId: integer('on_behalf_of_id'),
    /** A key of `domain/audit-actions`. */
    action: varchar('action', { length: 40 }).notNull(),
    objectType: varchar('object_type', { length: 40 }).notNull().default(''),
    objectId: varchar('object_id', { length: 500 }).notNull().default(''),
    /** The user whose data it concerns, who reads it in 'Quién accedió a mis datos'. */
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
 * Each entry's hash over itself and the previous hash, written by a trigger at commit: a changed entry
 * breaks the rest of the chain.
 */
export const auditChain = pgTable('audit_chain', {
  position: bigint('position', { mode: 'number' }).primaryKey(),
  entryId: bigint('entry_id', { mode: 'number' })
    .notNull()
    .unique()
    .references(() => auditEntries.id),
  hash: char('hash', { length: 64 }).notNull(),
})
