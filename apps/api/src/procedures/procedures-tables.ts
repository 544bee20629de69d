import { sql } from 'drizzle-orm'
import { boolean, integer, pgTable, text, timestamp, varchar } from 'drizzle-orm/pg-core'

const now = sql`now()`

/** The catalogue: what a member can ask for. */
export const procedures = pgTable('procedures', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  title: varchar('title', { length: 200 }).notNull(),
  description: varchar('description', { length: 5000 }).notNull(),
  /** The name of each required document, in order. */
  documents: text('documents').array().notNull().default(sql`'{}'`),
  /** Business hours within which the cooperative means to answer. */
  answerHours: integer('answer_hours').notNull(),
  /** Where it stands in the list. */
  position: integer('position').notNull().default(0),
  isActive: boolean('is_active').notNull().default(true),
  /** A key of `domain/personal-data-rights`: every portal has these, beside the catalogue. */
  dataSubjectRight: varchar('data_subject_right', { length: 20 }).unique(),
  /** Calendar days for the answer, where a law counts those; null: business hours. */
  answerDays: integer('answer_days'),
  isSample: boolean('is_sample').notNull().default(false),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().default(now),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().default(now),
  deletedAt: timestamp('deleted_at', { withTimezone: true }),
})
