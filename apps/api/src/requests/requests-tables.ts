import { MAX_TEMPLATE_TITLE } from '@carpeta/domain/requests/answer-template-rules'
import { procedureLimits } from '@carpeta/domain/requests/procedure-rules'
import {
  MAX_REQUEST_TEXT,
  openStates,
  requestStates,
} from '@carpeta/domain/requests/request-states'
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core'
import { inTable, shared } from '../db/sql-in-table.ts'
import { documents } from '../documents/documents-tables.ts'
import { users } from '../people/people-tables.ts'
import { procedures } from '../procedures/procedures-tables.ts'
import { sales } from '../sales/sales-tables.ts'

const now = sql`now()`
const instant = (name: string) => timestamp(name, { withTimezone: true })
const quotedList = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ')

const sent = sql`state <> 'draft'`

/** Sorts states in the order of a request's life. */
export const stateOrder = shared`array_position(array[${shared.raw(quotedList(requestStates))}], state::text)`

/** Whether a request is closed, for the order of the queue. */
export const isClosedSql = shared`(requests.state in ('resolved', 'rejected', 'cancelled'))`

/** Whether staff or the member still have to act; `openStates` of the domain. */
export const isOpenSql = shared`requests.state in (${shared.raw(quotedList(openStates))})`

/** Closed requests are read from the newest on. */
export const newestClosedFirst = shared`(case when requests.state in ('resolved', 'rejected', 'cancelled')
  then -requests.id else requests.id end)`

/** A member's request, from draft to answer; its states are in `domain/requests/request-states`. */
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
    // Copied from the catalogue, so that later changes of the procedure do not affect the request.
    procedureTitle: varchar('procedure_title', { length: 200 }).notNull(),
    procedureDescription: varchar('procedure_description', {
      length: procedureLimits.description,
    }).notNull(),
    requiredDocuments: text('required_documents').array().notNull(),
    answerHours: integer('answer_hours').notNull(),
    /** Calendar days set by law, which replace the hours. */
    answerDays: integer('answer_days'),
    /** A deadline set by law can be extended once. */
    extendedAt: instant('extended_at'),
    state: varchar('state', { length: 20 }).notNull().default('draft'),
    /** Empty until it is sent: `request_drafts` has the text of a draft. */
    comment: varchar('comment', { length: MAX_REQUEST_TEXT }).notNull().default(''),
    answer: varchar('answer', { length: MAX_REQUEST_TEXT }).notNull().default(''),
    /** What a screen began it about (`QUESTION_SUBJECT`). */
    about: varchar('about', { length: 60 }),
    /** The staff user who files it for the member, and alone sees the draft. */
    filedBy: integer('filed_by').references(() => users.id),
    /** The open request that it was merged into, which closed it. */
    mergedInto: integer('merged_into').references((): AnyPgColumn => requests.id, {
      onDelete: 'set null',
    }),
    assigneeId: integer('assignee_id').references(() => users.id),
    sentAt: instant('sent_at'),
    /** The deadline of the answer; null while staff wait for the member. */
    dueAt: instant('due_at'),
    closedAt: instant('closed_at'),
    /** Grows with every change, so that concurrent changes are detected. */
    version: integer('version').notNull().default(0),
    /** Belongs to the sample cooperative, and is unchanged. */
    isSample: boolean('is_sample').notNull().default(false),
    createdAt: instant('created_at').notNull().default(now),
    updatedAt: instant('updated_at').notNull().default(now),
  },
  (table) => [
    check('requests_state', sql`${table.state} in (${sql.raw(quotedList(requestStates))})`),
    check('requests_sent_at', sql`(${table.state} = 'draft') = (${table.sentAt} is null)`),
    index('requests_user').on(table.userId),
    index('requests_sale').on(table.saleId),
    index('requests_procedure').on(table.procedureId),
    index('requests_queue').on(table.state, table.dueAt),
    // One index for each order of the workbench, so that a page reads only its rows.
    index('requests_by_queue')
      .on(inTable(isClosedSql), table.dueAt, inTable(newestClosedFirst))
      .where(sent),
    index('requests_due').on(table.dueAt, table.id).where(sent),
    index('requests_sent').on(table.sentAt, table.id).where(sent),
    index('requests_by_state')
      .on(sql`(${inTable(stateOrder)})`, table.id)
      .where(sent),
    index('requests_by_title')
      .on(sql`spanish_order(procedure_title) collate "C"`, table.id)
      .where(sent),
    // The counts of open requests read this index only.
    index('requests_open')
      .on(table.state, table.dueAt, table.assigneeId, table.sentAt)
      .where(inTable(isOpenSql)),
    index('requests_assignee').on(table.assigneeId),
    index('requests_filing').on(table.filedBy).where(sql`state = 'draft'`),
    index('requests_merged').on(table.mergedInto).where(sql`merged_into is not null`),
  ],
)

/**
 * What is written for a request and not sent: the request itself or a reply to a question. The row stays, so
 * that versions never repeat.
 */
export const requestDrafts = pgTable(
  'request_drafts',
  {
    requestId: integer('request_id')
      .primaryKey()
      .references(() => requests.id, { onDelete: 'cascade' }),
    comment: varchar('comment', { length: MAX_REQUEST_TEXT }).notNull().default(''),
    /** Grows with every change of the text or the files. */
    version: integer('version').notNull().default(0),
    /** The version at which the text changed last, and the browser tab that wrote it. */
    textVersion: integer('text_version').notNull().default(0),
    writtenIn: varchar('written_in', { length: 40 }).notNull().default(''),
    /** The version at which a file was added, moved or removed last. */
    filesVersion: integer('files_version').notNull().default(0),
    savedAt: instant('saved_at').notNull().default(now),
    /** When its member was told of it by email. */
    remindedAt: instant('reminded_at'),
  },
  (table) => [index('request_drafts_saved').on(table.savedAt)],
)

/** Each `Idempotency-Key` that created a request. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** The hash of the key, which clients choose freely. */
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

/** A document of a request: a required one, or a file of the answer, which has no position. */
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
    /** Index of the required document; behind those, optional files. */
    position: integer('position'),
    review: varchar('review', { length: 10 }).notNull().default('pending'),
    /** Why it was rejected. */
    reason: varchar('reason', { length: 1000 }).notNull().default(''),
    /** When a file of the answer became visible to the member. */
    publishedAt: instant('published_at'),
    /** When another document replaced it; the row stays for the record. */
    replacedAt: instant('replaced_at'),
  },
  (table) => [
    primaryKey({ columns: [table.requestId, table.documentId] }),
    check('request_documents_review', sql`${table.review} in ('pending', 'accepted', 'rejected')`),
    // Concurrent uploads cannot store a required document twice.
    uniqueIndex('request_documents_position')
      .on(table.requestId, table.position)
      .where(sql`replaced_at is null and position is not null`),
  ],
)

/** A file of a draft. Sending makes one document of all files of a required document. */
export const slotFiles = pgTable(
  'slot_files',
  {
    documentId: integer('document_id')
      .primaryKey()
      .references(() => documents.id),
    requestId: integer('request_id')
      .notNull()
      .references(() => requests.id, { onDelete: 'cascade' }),
    /** As in `requestDocuments`; null once the procedure no longer requires it. */
    position: integer('position'),
    /** Order of the file within the document. */
    place: integer('place').notNull(),
  },
  (table) => [index('slot_files_request').on(table.requestId, table.position, table.place)],
)

/** A request's history. Rows are only added. */
export const requestEvents = pgTable(
  'request_events',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    requestId: integer('request_id')
      .notNull()
      .references(() => requests.id, { onDelete: 'cascade' }),
    at: instant('at').notNull().default(now),
    kind: varchar('kind', { length: 20 }).notNull(),
    /** Null for the portal's operator, who uses a command. */
    actorId: integer('actor_id').references(() => users.id),
    /** To whom the request was assigned; null for nobody, and for other kinds. */
    assigneeId: integer('assignee_id').references(() => users.id),
    text: varchar('text', { length: MAX_REQUEST_TEXT }).notNull().default(''),
  },
  (table) => [
    index('request_events_request').on(table.requestId, table.id),
    // Reports count the answers of some months.
    index('request_events_answers').on(table.at).where(sql`kind in ('resolved', 'rejected')`),
  ],
)

/** How long an answer took: one row for each event that closed a request (docs/decisions/staff.md). */
export const answerTimes = pgTable('answer_times', {
  eventId: integer('event_id')
    .primaryKey()
    .references(() => requestEvents.id, { onDelete: 'cascade' }),
  /** The deadline as it stood then; null while staff waited for the member. */
  dueAt: instant('due_at'),
  /** In the opening hours, since staff had all that they needed. */
  workedMinutes: integer('worked_minutes').notNull(),
})

/** Whether an answer helped the member: one for each event that closed the request. */
export const answerRatings = pgTable('answer_ratings', {
  eventId: integer('event_id')
    .primaryKey()
    .references(() => requestEvents.id, { onDelete: 'cascade' }),
  helped: boolean('helped').notNull(),
  ratedAt: instant('rated_at').notNull().default(now),
})

/** Filters of the queue that a staff user has named. */
export const savedFilters = pgTable(
  'saved_filters',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: varchar('name', { length: 60 }).notNull(),
    /** The query's texts by name. */
    filters: jsonb('filters').$type<Record<string, string>>().notNull(),
  },
  (table) => [uniqueIndex('saved_filters_name').on(table.userId, sql`fold_text(name)`)],
)

/** Texts that staff start an answer with. */
export const answerTemplates = pgTable('answer_templates', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  title: varchar('title', { length: MAX_TEMPLATE_TITLE }).notNull().unique(),
  body: varchar('body', { length: MAX_REQUEST_TEXT }).notNull(),
  version: integer('version').notNull().default(0),
})
