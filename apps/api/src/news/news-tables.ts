import { newsKinds } from '@carpeta/domain/news/news-rules'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  timestamp,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core'
import { users } from '../people/people-tables.ts'

const now = sql`now()`
const instant = (name: string) => timestamp(name, { withTimezone: true })
const quotedList = (values: readonly string[]) =>
  sql.raw(values.map((value) => `'${value}'`).join(', '))

/** The applied loads of real sales, with what was decided about their emails. */
export const newsLoads = pgTable('news_loads', {
  /** The id in `loads`. */
  loadId: integer('load_id').primaryKey(),
  /** No email goes out until staff send them. */
  isPaused: boolean('is_paused').notNull().default(false),
  /** Nor while an undo of the load waits for its turn, whatever staff decided. */
  isHeld: boolean('is_held').notNull().default(false),
  /** Its news were taken back. */
  isUndone: boolean('is_undone').notNull().default(false),
})

const loadId = () =>
  integer('load_id')
    .notNull()
    .references(() => newsLoads.loadId)

const userId = () =>
  integer('user_id')
    .notNull()
    .references(() => users.id)

/** One email with news to one member. */
export const newsEmails = pgTable(
  'news_emails',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    loadId: loadId(),
    userId: userId(),
    /** `waiting` until a job exists for it; `cancelled` when there is nothing left to tell. */
    state: varchar('state', { length: 10 }).notNull().default('waiting'),
    /** The mail server's message when it failed. */
    failure: varchar('failure', { length: 500 }).notNull().default(''),
    createdAt: instant('created_at').notNull().default(now),
    updatedAt: instant('updated_at').notNull().default(now),
  },
  (table) => [
    check(
      'news_emails_state',
      sql`${table.state} in ('waiting', 'queued', 'sent', 'failed', 'cancelled')`,
    ),
    index('news_emails_load').on(table.loadId, table.id),
    index('news_emails_user').on(table.userId),
    index('news_emails_waiting').on(table.loadId, table.id).where(sql`state = 'waiting'`),
  ],
)

/** News to members about their sales; rules in `domain/news/news-rules`. */
export const news = pgTable(
  'news',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: userId(),
    saleCode: varchar('sale_code', { length: 500 }).notNull(),
    kind: varchar('kind', { length: 10 }).notNull(),
    /** A step of the deed, a payment's key, a due date or the id of a published document. */
    subject: varchar('subject', { length: 500 }).notNull(),
    /** The day of the step, the payment, the instalment or the document. */
    date: date('date'),
    /** Whose figures say so; of a document the last load, with whose news it is emailed. */
    loadId: loadId(),
    toldAt: instant('told_at').notNull().default(now),
    readAt: instant('read_at'),
    /** Set when the load was undone; another load may tell it again. */
    retractedAt: instant('retracted_at'),
    emailId: integer('email_id').references(() => newsEmails.id, { onDelete: 'set null' }),
  },
  (table) => [
    // A hash: a long code and a long subject together do not fit an index.
    uniqueIndex('news_once').on(
      table.userId,
      table.saleCode,
      table.kind,
      sql`md5(${table.subject})`,
    ),
    check('news_kind', sql`${table.kind} in (${quotedList(newsKinds)})`),
    index('news_load').on(table.loadId),
    index('news_email').on(table.emailId),
  ],
)
