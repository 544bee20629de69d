import {
  type ReminderDays,
  reminderDays,
  USUAL_REMINDER_DAYS,
} from '@carpeta/domain/news/reminder-days'
import { ERASED_NAME } from '@carpeta/domain/personal-data/personal-data-labels'
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core'

const now = sql`now()`
const createdAt = () => timestamp('created_at', { withTimezone: true }).notNull().default(now)

const notDeleted = sql`deleted_at is null`
// Excludes erased accounts, which no list shows and which pile up over the years.
const isDeleted = sql`deleted_at is not null and erased_at is null`
const nameOrder = (column: string) => sql.raw(`spanish_order(${column}) collate "C"`)
const invitationState = sql`case when password_hash is not null then 'active'
  when email = '' then 'no_email' when invited_at is null then 'not_invited' else 'invited' end`

/** Who of staff prepared a way into the account, which ends with their rights (docs/decisions/accounts.md). */
const maker = (name: string) =>
  integer(name).references((): AnyPgColumn => users.id, { onDelete: 'set null' })

/** Accounts. The rut is the identity; an email may be shared. */
export const users = pgTable(
  'users',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    /** Canonical, `12345678-5`; null for a person registered by email. */
    rut: varchar('rut', { length: 12 }),
    firstName: varchar('first_name', { length: 150 }).notNull(),
    lastName: varchar('last_name', { length: 150 }).notNull().default(''),
    email: varchar('email', { length: 254 }).notNull().default(''),
    /** Who of staff wrote the email, until its owner chooses a password. */
    emailTypedBy: maker('email_typed_by'),
    /** A PHC string; null until the account is activated. */
    passwordHash: text('password_hash'),
    /** Set while the password is one that staff chose; it opens the account until then. */
    temporaryPasswordUntil: timestamp('temporary_password_until', { withTimezone: true }),
    /** Who of staff chose it. */
    temporaryPasswordBy: maker('temporary_password_by'),
    /** When its owner last removed a second factor while the account had an old one; null once others end them all. */
    oldFactorRemovedAt: timestamp('old_factor_removed_at', { withTimezone: true }),
    isActive: boolean('is_active').notNull().default(true),
    isSuperuser: boolean('is_superuser').notNull().default(false),
    /** Emails about the user's requests; emails about security are always sent. */
    wantsRequestEmails: boolean('wants_request_emails').notNull().default(true),
    /** Emails of the cooperative's announcements. */
    wantsAnnouncementEmails: boolean('wants_announcement_emails').notNull().default(true),
    /** Emails with news, by kind: steps of the deed, recorded payments, due dates. */
    wantsDeedEmails: boolean('wants_deed_emails').notNull().default(true),
    wantsPaymentEmails: boolean('wants_payment_emails').notNull().default(true),
    wantsDueEmails: boolean('wants_due_emails').notNull().default(true),
    /** How many days before it is due the member is told of an instalment. */
    reminderDays: smallint('reminder_days')
      .$type<ReminderDays>()
      .notNull()
      .default(USUAL_REMINDER_DAYS),
    /** A visitor registered it, and nobody has opened a link of its emails. */
    awaitsConfirmation: boolean('awaits_confirmation').notNull().default(false),
    isSample: boolean('is_sample').notNull().default(false),
    /** When the last activation email was queued; null when not invited. */
    invitedAt: timestamp('invited_at', { withTimezone: true }),
    /** The outcome of that email; also 'failed' when any other email to this address is refused. */
    invitationDelivery: varchar('invitation_delivery', { length: 10 }),
    /** The mail server's message when it failed. */
    invitationFailure: varchar('invitation_failure', { length: 500 }).notNull().default(''),
    // Generated columns that lists filter by: without case, accents and punctuation.
    foldedName: text('folded_name')
      .notNull()
      .generatedAlwaysAs(sql`fold_text(first_name || ' ' || last_name)`),
    foldedEmail: text('folded_email').notNull().generatedAlwaysAs(sql`fold_text(email)`),
    normalisedRut: text('folded_rut').generatedAlwaysAs(sql`lower(replace(rut, '-', ''))`),
    invitationState: text('invitation_state').notNull().generatedAlwaysAs(invitationState),
    createdAt: createdAt(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().default(now),
    deletedAt: timestamp('deleted_at', { withTimezone: true }),
    /** When the personal data in this row was erased (docs/decisions/personal-data.md). */
    erasedAt: timestamp('erased_at', { withTimezone: true }),
  },
  (table) => [
    check('users_rut_is_canonical', sql`${table.rut} ~ '^[1-9][0-9]*-[0-9K]$'`),
    // An erased account cannot be restored.
    check('users_erased_stay_deleted', sql`erased_at is null or deleted_at is not null`),
    // A concurrent call cannot write personal data into it.
    check(
      'users_erased_hold_nobody',
      sql`erased_at is null or (rut is null and ${table.firstName} = '${sql.raw(ERASED_NAME)}'
        and last_name = '' and email = '' and password_hash is null)`,
    ),
    check(
      'users_reminder_days',
      sql`${table.reminderDays} in (${sql.raw(reminderDays.join(', '))})`,
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
    // One index for each order of the list, so that a page reads ten rows. The indexes for parts of
    // texts need pg_trgm and are written in the migration.
    index('users_living').on(table.id).where(notDeleted),
    index('users_by_first_name').on(nameOrder('first_name'), table.id).where(notDeleted),
    index('users_by_last_name').on(nameOrder('last_name'), table.id).where(notDeleted),
    index('users_by_name')
      .on(nameOrder(`first_name || ' ' || last_name`), table.id)
      .where(notDeleted),
    index('users_by_email').on(sql`folded_email collate "C"`, table.id).where(notDeleted),
    index('users_by_rut').on(sql`(split_part(rut, '-', 1)::bigint)`, table.id).where(notDeleted),
    // Finds the beginning of a rut.
    index('users_rut_start').on(sql`folded_rut collate "C"`).where(notDeleted),
    index('users_by_state')
      .on(sql`(is_active and password_hash is not null)`, table.id)
      .where(notDeleted),
    index('users_by_invitation')
      .on(table.invitationState, table.isActive, table.id)
      .where(notDeleted),
    index('users_deactivated').on(table.id).where(sql`deleted_at is null and not is_active`),
    index('users_by_delivery')
      .on(table.invitationDelivery)
      .where(sql`deleted_at is null and invitation_delivery is not null`),
    // Every login asks which former hashes are left.
    index('users_former_hash')
      .on(table.passwordHash)
      .where(sql`deleted_at is null and password_hash not like '$argon2id$v=19$m=19456,t=2,p=1$%'`),
    // Deleted accounts too, which the unique index leaves out.
    index('users_rut').on(table.rut),
    // A load's accounts have its instant.
    index('users_created').on(table.createdAt, table.invitedAt).where(sql`erased_at is null`),
    index('users_password_by')
      .on(table.temporaryPasswordBy)
      .where(sql`temporary_password_by is not null`),
    index('users_email_typed_by').on(table.emailTypedBy).where(sql`email_typed_by is not null`),
    index('users_superusers').on(table.id).where(sql`is_superuser`),
    index('users_trashed').on(table.id).where(isDeleted),
    index('users_trashed_by_date').on(table.deletedAt, table.id).where(isDeleted),
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
    // A group with members cannot be deleted, not even concurrently.
    groupId: integer('group_id')
      .notNull()
      .references(() => groups.id, { onDelete: 'restrict' }),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.groupId] }),
    index('user_groups_group').on(table.groupId),
  ],
)

const instant = (name: string) => timestamp(name, { withTimezone: true })
const hash = (name: string) => varchar(name, { length: 64 })
const email = (name: string) => varchar(name, { length: 254 }).notNull()

/** Changes of an account's email, which its owner confirms at the new address (docs/decisions/accounts.md). */
export const emailChanges = pgTable(
  'email_changes',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    oldEmail: email('old_email'),
    newEmail: email('new_email'),
    // SHA-256; only the emails hold the tokens.
    confirmHash: hash('confirm_hash').notNull().unique(),
    requestedBy: maker('requested_by'),
    /** In the email to the old address when the change was requested; null once it leads to no change. */
    revertHash: hash('revert_hash').unique(),
    /** In the email to the old address when the change took effect. */
    lateRevertHash: hash('late_revert_hash').unique(),
    requestedAt: instant('requested_at').notNull().default(sql`now()`),
    confirmedAt: instant('confirmed_at'),
    /** When it was cancelled, replaced or reverted. */
    endedAt: instant('ended_at'),
  },
  (table) => [
    index('email_changes_user').on(table.userId),
    index('email_changes_requested_by').on(table.requestedBy).where(sql`requested_by is not null`),
    uniqueIndex('email_changes_one_pending')
      .on(table.userId)
      .where(sql`confirmed_at is null and ended_at is null`),
  ],
)
