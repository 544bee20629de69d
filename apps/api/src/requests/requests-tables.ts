import { requestStates } from '@carpeta/domain/requests/request-states'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core'
import { documents } from '../documents/documents-tables.ts'
import { procedures } from '../procedures/procedures-tables.ts'
import { sales } from '../sales/sales-tables.ts'
import { users } from '../users/users-tables.ts'

const now = sql`now()`
const instant = (name: string) => timestamp(name, { withTimezone: true })
const listed = (words: readonly string[]) => sql.raw(words.map((word) => `'${word}'`).join(', '))

const sent = sql`state <> 'draft'`

/** States as members live through them, not as the alphabet has them. */
export const stateOrder = sql`array_position(array[${listed(requestStates)}], state::text)`

/** A member's request, from its draft to its answer; `domain/request-states` rules its life. */
export const requests = pgTable(
  'requests',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    saleId: integer('sale_id')
      .notNull()
      .references(() => sales.id, { onDelete: 'cascade' }),
    procedureId: integer('procedure_id')
      .notNull()
      .references(() => procedures.id),
    // As the catalogue had them when it was asked for: a later change does not reach back.
    procedureTitle: varchar('procedure_title', { length: 200 }).notNull(),
    procedureDescription: varchar('procedure_description', { length: 5000 }).notNull(),
    requiredDocuments: text('required_documents').array().notNull(),
    answerHours: integer('answer_hours').notNull(),
    /** Calendar days instead, where a law counts those. */
    answerDays: integer('answer_days'),
    /** Such a time can be extended once. */
    extendedAt: instant('extended_at'),
    state: varchar('state', { length: 20 }).notNull().default('draft'),
    comment: varchar('comment', { length: 5000 }).notNull().default(''),
    answer: varchar('answer', { length: 5000 }).notNull().default(''),
    assigneeId: integer('assignee_id').references(() => users.id),
    sentAt: instant('sent_at'),
    /** By when the cooperative means to answer; null while it is not its turn. */
    dueAt: instant('due_at'),
    closedAt: instant('closed_at'),
    /** Grows with every change, so that two people cannot overwrite each other unseen. */
    version: integer('version').notNull().default(0),
    /** A draft that its member's form goes on with, because it was saved while he typed. */
    isAutosaved: boolean('is_autosaved').notNull().default(false),
    createdAt: instant('created_at').notNull().default(now),
    updatedAt: instant('updated_at').notNull().default(now),
  },
  (table) => [
    check('requests_state', sql`${table.state} in (${listed(requestStates)})`),
    check('requests_sent_at', sql`(${table.state} = 'draft') = (${table.sentAt} is null)`),
    check('requests_autosaved', sql`not ${table.isAutosaved} or ${table.state} = 'draft'`),
    uniqueIndex('requests_autosaved_once')
      .on(table.userId, table.saleId, table.procedureId)
      .where(sql`is_autosaved`),
    index('requests_user').on(table.userId),
    index('requests_sale').on(table.saleId),
    index('requests_procedure').on(table.procedureId),
    index('requests_queue').on(table.state, table.dueAt),
    // The workbench in its orders, as it opens and by column: a page reads its ten rows.
    index('requests_due').on(table.dueAt, table.id).where(sent),
    index('requests_sent').on(table.sentAt, table.id).where(sent),
    index('requests_by_state').on(sql`(${stateOrder})`, table.id).where(sent),
    index('requests_by_title')
      .on(sql`spanish_order(procedure_title) collate "C"`, table.id)
      .where(sent),
    index('requests_assignee').on(table.assigneeId),
  ],
)

/**
 * Each `Idempotency-Key` that a request was begun with: another tab goes on with the same draft
 * under a key of its own.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** Its hash: what a client writes there may be anything. */
    key: varchar('key', { length: 64 }).notNull(),
    requestId: integer('request_id')
      .notNull()
      .references(() => requests.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull().default(now),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.key] }),
    index('idempotency_keys_request').on(table.requestId),
  ],
)

/** A document of a request: one of those required, or a file of the answer (no position). */
export const requestDocuments = pgTable(
  'request_documents',
  {
    requestId: integer('request_id')
      .notNull()
      .references(() => requests.id, { onDelete: 'cascade' }),
    documentId: integer('document_id')
      .notNull()
      .references(() => documents.id)
      .unique(),
    /** Which of the required documents, from 0. */
    position: integer('position'),
    review: varchar('review', { length: 10 }).notNull().default('pending'),
    /** Why it was rejected. */
    reason: varchar('reason', { length: 1000 }).notNull().default(''),
    /** A file of the answer: since when its member sees it. */
    publishedAt: instant('published_at'),
    /** Set when a later one took its place; kept for the record. */
    replacedAt: instant('replaced_at'),
  },
  (table) => [
    primaryKey({ columns: [table.requestId, table.documentId] }),
    check('request_documents_review', sql`${table.review} in ('pending', 'accepted', 'rejected')`),
    // However many arrive at once, a required document is there once.
    uniqueIndex('request_documents_position')
      .on(table.requestId, table.position)
      .where(sql`replaced_at is null and position is not null`),
  ],
)

/** What happened to a request; never changed, only added to. */
export const requestEvents = pgTable(
  'request_events',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    requestId: integer('request_id')
      .notNull()
      .references(() => requests.id, { onDelete: 'cascade' }),
    at: instant('at').notNull().default(now),
    kind: varchar('kind', { length: 20 }).notNull(),
    /** Null: whoever runs the portal, by a command. */
    actorId: integer('actor_id').references(() => users.id),
    text: varchar('text', { length: 5000 }).notNull().default(''),
  },
  (table) => [index('request_events_request').on(table.requestId, table.id)],
)

/** Texts that staff start an answer from. */
export const answerTemplates = pgTable('answer_templates', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  title: varchar('title', { length: 200 }).notNull().unique(),
  body: varchar('body', { length: 5000 }).notNull(),
})
