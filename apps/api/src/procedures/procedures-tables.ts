import { sql } from 'drizzle-orm'
import {
  boolean,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core'

const now = sql`now()`

/** The procedures that a member can request. */
export const procedures = pgTable(
  'procedures',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    title: varchar('title', { length: 200 }).notNull(),
    description: varchar('description', { length: 5000 }).notNull(),
    /** The name of each required document, in order. */
    documents: text('documents').array().notNull().default(sql`'{}'`),
    /** Business hours for the answer. */
    answerHours: integer('answer_hours').notNull(),
    /** Order in the list. */
    position: integer('position').notNull().default(0),
    isActive: boolean('is_active').notNull().default(true),
    /** A key of `dataSubjectRequests`; these procedures exist in every portal. */
    dataSubjectRight: varchar('data_subject_right', { length: 20 }).unique(),
    /** Calendar days for the answer, set by law; null where business hours count. */
    answerDays: integer('answer_days'),
    /** The one of `questionProcedure`, which members see last. */
    isQuestion: boolean('is_question').notNull().default(false),
    isSample: boolean('is_sample').notNull().default(false),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().default(now),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().default(now),
    deletedAt: timestamp('deleted_at', { withTimezone: true }),
  },
  (table) => [uniqueIndex('procedures_question').on(table.isQuestion).where(sql`is_question`)],
)
