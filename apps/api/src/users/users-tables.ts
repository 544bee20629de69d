import { ERASED_NAME } from '@carpeta/domain/personal-data/personal-data-labels'
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

const living = sql`deleted_at is null`
// What was erased is in no list: after years of it the first page would walk over all of that.
const trashed = sql`deleted_at is not null and erased_at is null`
const nameOrder = (column: string) => sql.raw(`spanish_order(${column}) collate "C"`)
const invitationState = sql`case when password_hash is not null then 'active'
  when email = '' then 'no_email' when invited_at is null then 'not_invited' else 'invited' end`

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
    wantsRequestEmails: boolean('wants_request_emails').notNull().default(true),
    isSample: boolean('is_sample').notNull().default(false),
    /** When the last activation letter was queued; null when none is under way. */
    invitedAt: timestamp('invited_at', { withTimezone: true }),
    /** What became of that letter; failed too when another one to this address was refused. */
    invitationDelivery: varchar('invitation_delivery', { length: 10 }),
    /** The mail server's own words when it failed. */
    invitationFailure: varchar('invitation_failure', { length: 500 }).notNull().default(''),
    // What lists filter by, written by PostgreSQL itself: without case, accents and punctuation.
    foldedName: text('folded_name')
      .notNull()
      .generatedAlwaysAs(sql`fold_text(first_name || ' ' || last_name)`),
    foldedEmail: text('folded_email').notNull().generatedAlwaysAs(sql`fold_text(email)`),
    foldedRut: text('folded_rut').generatedAlwaysAs(sql`lower(replace(rut, '-', ''))`),
    invitationState: text('invitation_state').notNull().generatedAlwaysAs(invitationState),
    createdAt: createdAt(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().default(now),
    deletedAt: timestamp('deleted_at', { withTimezone: true }),
    /** When nothing of the person was left in this row (docs/decisions/0017). */
    erasedAt: timestamp('erased_at', { withTimezone: true }),
  },
  (table) => [
    check('users_rut_is_canonical', sql`${table.rut} ~ '^[1-9][0-9]*-[0-9K]$'`),
    // Nobody takes it out of the trash again.
    check('users_erased_stay_deleted', sql`erased_at is null or deleted_at is not null`),
    // Nor is anything written back into it by a call that was under way.
    check(
      'users_erased_hold_nobody',
      sql`erased_at is null or (rut is null and ${table.firstName} = '${sql.raw(ERASED_NAME)}'
        and last_name = '' and email = '' and password_hash is null)`,
    ),
    uniqueIndex('users_rut_unique_among_living').on(table.rut).where(sql`deleted_at is null`),
    uniqueIndex('users_email_unique_without_rut')
      .on(sql`lower(email)`)
      .where(sql`rut is null and deleted_at is null`),
    index('users_email').on(sql`lower(email)`),
    check(
      'users_invitation_delivery',
      sql`${table.invitationDelivery} in ('queued', 'sent', 'failed')`,
    ),
    // One for each order of the list of the living (wire.md §5), so that a page reads ten rows. The
    // indexes that find part of a text need pg_trgm, and stand in the migration.
    index('users_living').on(table.id).where(living),
    index('users_by_first_name').on(nameOrder('first_name'), table.id).where(living),
    index('users_by_last_name').on(nameOrder('last_name'), table.id).where(living),
    index('users_by_email').on(sql`folded_email collate "C"`, table.id).where(living),
    index('users_by_rut').on(sql`(split_part(rut, '-', 1)::bigint)`, table.id).where(living),
    index('users_by_state')
      .on(sql`(is_active and password_hash is not null)`, table.id)
      .where(living),
    index('users_by_invitation').on(table.invitationState, table.id).where(living),
    index('users_by_delivery')
      .on(table.invitationDelivery)
      .where(sql`deleted_at is null and invitation_delivery is not null`),
    index('users_trashed').on(table.id).where(trashed),
    index('users_trashed_by_date').on(table.deletedAt, table.id).where(trashed),
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
    // A group that somebody belongs to is not deleted, also not by two who act at once.
    groupId: integer('group_id')
      .notNull()
      .references(() => groups.id, { onDelete: 'restrict' }),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.groupId] }),
    index('user_groups_group').on(table.groupId),
  ],
)
