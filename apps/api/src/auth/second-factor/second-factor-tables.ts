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
  varchar,
} from 'drizzle-orm/pg-core'
import { users } from '../../users/users-tables.ts'

const userId = () =>
  integer('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })
const instant = (name: string) => timestamp(name, { withTimezone: true })
const createdAt = () => instant('created_at').notNull().default(sql`now()`)

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
    /** Of signatures; 0 in authenticators that do not count. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: text('transports').array().notNull(),
    name: varchar('name', { length: 60 }).notNull(),
    isBackedUp: boolean('is_backed_up').notNull(),
    createdAt: createdAt(),
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
  createdAt: createdAt(),
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
