import { announcementStates, audienceKinds } from '@carpeta/domain/announcements/announcement-rules'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  varchar,
} from 'drizzle-orm/pg-core'
import { documents } from '../documents/documents-tables.ts'
import { users } from '../people/people-tables.ts'

const now = sql`now()`
const instant = (name: string) => timestamp(name, { withTimezone: true })
const quotedList = (values: readonly string[]) =>
  sql.raw(values.map((value) => `'${value}'`).join(', '))

/** Announcements to members; states in `domain/announcements/announcement-rules`. */
export const announcements = pgTable(
  'announcements',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    state: varchar('state', { length: 10 }).notNull().default('draft'),
    /** Increases with every change, so that staff change only what they saw. */
    version: integer('version').notNull().default(0),
    title: varchar('title', { length: 120 }).notNull(),
    /** Plain text. */
    body: text('body').notNull(),
    audience: varchar('audience', { length: 12 }).notNull(),
    // Accounting's names, as sales have them.
    project: varchar('project', { length: 500 }).notNull().default(''),
    condominium: varchar('condominium', { length: 500 }).notNull().default(''),
    sendsEmail: boolean('sends_email').notNull().default(false),
    /** The last day on which members see it, in Santiago. */
    visibleUntil: date('visible_until'),
    authorId: integer('author_id')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull().default(now),
    updatedAt: instant('updated_at').notNull().default(now),
    /** Ahead while the announcement is scheduled. */
    publishedAt: instant('published_at'),
    /** Who answers for its publication when the moment comes; null unless it is scheduled. */
    scheduledBy: integer('scheduled_by').references(() => users.id),
    withdrawnAt: instant('withdrawn_at'),
    isSample: boolean('is_sample').notNull().default(false),
  },
  (table) => [
    check('announcements_state', sql`${table.state} in (${quotedList(announcementStates)})`),
    check('announcements_audience', sql`${table.audience} in (${quotedList(audienceKinds)})`),
    check('announcements_published', sql`(state = 'draft') = (published_at is null)`),
    // Members read the published ones, the newest first.
    index('announcements_published_at')
      .on(table.publishedAt, table.id)
      .where(sql`state = 'published'`),
  ],
)

const announcementId = () =>
  integer('announcement_id')
    .notNull()
    .references(() => announcements.id, { onDelete: 'cascade' })

const userId = () =>
  integer('user_id')
    .notNull()
    .references(() => users.id)

/** The files of an announcement. A copy has the same files. */
export const announcementFiles = pgTable(
  'announcement_files',
  {
    announcementId: announcementId(),
    documentId: integer('document_id')
      .notNull()
      .references(() => documents.id),
    /** Stays when the account of the uploader is anonymised. */
    name: varchar('name', { length: 255 }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.announcementId, table.documentId] }),
    index('announcement_files_document').on(table.documentId),
  ],
)

/** Who has opened an announcement. */
export const announcementReads = pgTable(
  'announcement_reads',
  {
    announcementId: announcementId(),
    userId: userId(),
    readAt: instant('read_at').notNull().default(now),
  },
  (table) => [
    primaryKey({ columns: [table.announcementId, table.userId] }),
    index('announcement_reads_user').on(table.userId),
  ],
)

/** The recipients of the email, fixed when the announcement is published. */
export const announcementEmails = pgTable(
  'announcement_emails',
  {
    announcementId: announcementId(),
    userId: userId(),
    /** `waiting` until a job exists for it; `cancelled` when its reason is gone before it is sent. */
    state: varchar('state', { length: 10 }).notNull().default('waiting'),
    /** The mail server's message when it failed. */
    failure: varchar('failure', { length: 500 }).notNull().default(''),
    updatedAt: instant('updated_at').notNull().default(now),
  },
  (table) => [
    primaryKey({ columns: [table.announcementId, table.userId] }),
    check(
      'announcement_emails_state',
      sql`${table.state} in ('waiting', 'queued', 'sent', 'failed', 'cancelled')`,
    ),
    index('announcement_emails_user').on(table.userId),
    index('announcement_emails_waiting')
      .on(table.announcementId, table.userId)
      .where(sql`state = 'waiting'`),
  ],
)
