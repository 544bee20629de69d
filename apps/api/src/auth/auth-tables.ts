import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core'
import { users } from '../people/people-tables.ts'

const userId = () =>
  integer('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })
const instant = (name: string) => timestamp(name, { withTimezone: true })
const setNow = (name: string) => instant(name).notNull().default(sql`now()`)

/** Open sessions. The cookie's id is stored only as a SHA-256 hash (docs/security.md 3.4). */
export const sessions = pgTable(
  'sessions',
  {
    /** Names the session in the owner's list; gives no access. */
    id: integer('id').notNull().generatedAlwaysAsIdentity(),
    idHash: varchar('id_hash', { length: 64 }).primaryKey(),
    userId: userId(),
    /** In a view as a member, the member. */
    viewingAsId: integer('viewing_as_id').references(() => users.id, { onDelete: 'cascade' }),
    userAgent: text('user_agent').notNull().default(''),
    address: varchar('address', { length: 64 }).notNull().default(''),
    createdAt: setNow('created_at'),
    /** When the owner last proved who they are: at the login, or again since. */
    authenticatedAt: setNow('authenticated_at'),
    lastUsedAt: setNow('last_used_at'),
  },
  (table) => [
    uniqueIndex('sessions_id').on(table.id),
    index('sessions_user').on(table.userId),
    index('sessions_viewing_as').on(table.viewingAsId),
  ],
)

/** Public keys of WebAuthn credentials (docs/decisions/sessions.md). */
export const passkeys = pgTable(
  'passkeys',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: userId(),
    /** Base64url, as the browser sends it. */
    credentialId: text('credential_id').notNull().unique(),
    /** COSE, in base64url. */
    publicKey: text('public_key').notNull(),
    /** Number of signatures; 0 in authenticators that do not count. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: text('transports').array().notNull(),
    name: varchar('name', { length: 60 }).notNull(),
    isBackedUp: boolean('is_backed_up').notNull(),
    createdAt: setNow('created_at'),
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [index('passkeys_user').on(table.userId)],
)

/** Challenges of WebAuthn that wait for their answer; each is answered once. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challengeHash: varchar('challenge_hash', { length: 64 }).primaryKey(),
    purpose: varchar('purpose', { length: 20 }).notNull(),
    /** The hash of the session, or of the anonymous visitor's cookie. */
    boundTo: varchar('bound_to', { length: 64 }).notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('passkey_challenges_expiry').on(table.expiresAt)],
)

/** Secrets of code applications, encrypted. */
export const totpSecrets = pgTable('totp_secrets', {
  userId: userId().primaryKey(),
  sealedSecret: text('sealed_secret').notNull(),
  /** The time step of the last accepted code; each is accepted once. */
  lastStep: integer('last_step'),
  createdAt: setNow('created_at'),
  /** Null until a first code shows that the application has the secret. */
  confirmedAt: instant('confirmed_at'),
  lastUsedAt: instant('last_used_at'),
})

export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: userId(),
    /** The first character, which differs among a user's codes. */
    label: varchar('label', { length: 1 }).notNull(),
    /** A PHC string. */
    codeHash: text('code_hash').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.label] })],
)
