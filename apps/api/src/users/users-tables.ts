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

const now = sql`now()`
const createdAt = () => timestamp('created_at', { withTimezone: true }).notNull().default(now)

/** An account. Identity is the rut; an e-mail may be shared (design.md §5.1). */
export const users = pgTable(
  'users',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    /** Canonical, `12345678-5`; null for a person registered by e-mail. */
    rut: varchar('rut', { length: 12 }),
    firstName: varchar('first_name', { length: 150 }).notNull(),
    lastName: varchar('last_name', { length: 150 }).notNull().default(''),
    email: varchar('email', { length: 254 }).notNull().default(''),
    /** A PHC string; null until the account is activated. */
    passwordHash: text('password_hash'),
    isActive: boolean('is_active').notNull().default(true),
    isSuperuser: boolean('is_superuser').notNull().default(false),
    /** Letters about one's requests; those about security come anyway. */
    wantsRequestLetters: boolean('wants_request_letters').notNull().default(true),
    isSample: boolean('is_sample').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().default(now),
    deletedAt: timestamp('deleted_at', { withTimezone: true }),
  },
  (table) => [
    check('users_rut_is_canonical', sql`${table.rut} ~ '^[1-9][0-9]*-[0-9K]$'`),
    uniqueIndex('users_rut_unique_among_living').on(table.rut).where(sql`deleted_at is null`),
    uniqueIndex('users_email_unique_without_rut')
      .on(sql`lower(email)`)
      .where(sql`rut is null and deleted_at is null`),
    index('users_email').on(sql`lower(email)`),
  ],
)

export const groups = pgTable('groups', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  name: varchar('name', { length: 150 }).notNull().unique(),
})

export const groupPermissions = pgTable(
  'group_permissions',
  {
    groupId: integer('group_id')
      .notNull()
      .references(() => groups.id, { onDelete: 'cascade' }),
    permission: varchar('permission', { length: 100 }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.groupId, table.permission] })],
)

export const userGroups = pgTable(
  'user_groups',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    groupId: integer('group_id')
      .notNull()
      .references(() => groups.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.userId, table.groupId] })],
)
