import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  char,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  timestamp,
  varchar,
} from 'drizzle-orm/pg-core'
import { users } from '../people/people-tables.ts'

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
    /** The user whose data it concerns, who reads it in 'Quién vio mis datos'. */
    subjectId: integer('subject_id'),
    before: jsonb('before').notNull().default({}),
    after: jsonb('after').notNull().default({}),
    reason: varchar('reason', { length: 500 }).notNull().default(''),
    address: varchar('address', { length: 45 }).notNull().default(''),
    requestId: varchar('request_id', { length: 40 }).notNull().default(''),
    /** Identifying facts, reason and address, encrypted with the keys of their persons. */
    sealed: jsonb('sealed').notNull().default({}),
    /** The same for equal reads within an hour, so that only the first is stored. */
    foldKey: char('fold_key', { length: 64 }),
  },
  (table) => [
    index('audit_entries_actor').on(table.actorId, table.id),
    index('audit_entries_subject').on(table.subjectId, table.id),
    // 'Quién vio mis datos' leaves out what a person did alone, which is most of a member's entries.
    index('audit_entries_by_others')
      .on(table.subjectId, table.id)
      .where(sql`case when actor_id is null then request_id = '' else actor_id <> subject_id end`),
    index('audit_entries_action').on(table.action, table.id),
    index('audit_entries_at').on(table.at),
    // The reports count first activations from this index only.
    index('audit_entries_activations')
      .on(table.subjectId, table.at)
      .where(sql`action = 'account.activated'`),
    index('audit_entries_fold').on(table.foldKey).where(sql`fold_key is not null`),
  ],
)

/** Entries that are committed and not chained yet, each with a signature of its own. */
export const auditPending = pgTable('audit_pending', {
  entryId: bigint('entry_id', { mode: 'number' }).primaryKey(),
  /** When the entry was written. */
  at: timestamp('at', { withTimezone: true }).notNull(),
  keyId: varchar('key_id', { length: 16 }).notNull(),
  signature: char('signature', { length: 64 }).notNull(),
})

/** The reads of the last hour, so that the log needs no unique index over all of its years. */
export const auditFolds = pgTable('audit_folds', {
  foldKey: char('fold_key', { length: 64 }).primaryKey(),
  at: timestamp('at', { withTimezone: true }).notNull().default(sql`now()`),
})

/**
 * Each entry's hash over itself and the previous hash, and the signature of position and hash: a
 * changed entry breaks the rest of the chain.
 */
export const auditChain = pgTable('audit_chain', {
  position: bigint('position', { mode: 'number' }).primaryKey(),
  entryId: bigint('entry_id', { mode: 'number' }).notNull().unique(),
  hash: char('hash', { length: 64 }).notNull(),
  /** Which key made the signature; null for an entry of a version without keys. */
  keyId: varchar('key_id', { length: 16 }),
  signature: char('signature', { length: 64 }),
})

/** A person's key for the identifying facts about him; erasing it erases them in every entry. */
export const auditPersonKeys = pgTable('audit_person_keys', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  encryptionKey: char('encryption_key', { length: 64 }).notNull(),
})

/** How the last `carpeta audit verify` ended: at most one row. */
export const auditVerification = pgTable(
  'audit_verification',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    at: timestamp('at', { withTimezone: true }).notNull(),
    outcome: varchar('outcome', { length: 20 }).notNull(),
    entries: bigint('entries', { mode: 'number' }).notNull(),
  },
  (table) => [check('audit_verification_only', sql`${table.isOnly}`)],
)

/** The running portal may read them and add rows, nothing else. */
export const appendOnlyTables = [
  'audit_entries',
  'audit_pending',
  'audit_folds',
  'audit_chain',
  'audit_person_keys',
] as const
