import { sql } from 'drizzle-orm'
import {
  bigint,
  index,
  integer,
  pgTable,
  primaryKey,
  timestamp,
  varchar,
} from 'drizzle-orm/pg-core'
import { users } from '../people/people-tables.ts'

/** Failed attempts in a row of an account name, also of names without an account. */
export const loginAttempts = pgTable('login_attempts', {
  /** SHA-256 of the rut or email, and of the device when it is a known one. */
  key: varchar('key', { length: 64 }).primaryKey(),
  attempts: integer('attempts').notNull(),
  lastAt: timestamp('last_at', { withTimezone: true }).notNull().default(sql`now()`),
  lockedUntil: timestamp('locked_until', { withTimezone: true }),
})

/** Browsers with an earlier login of the user: failures elsewhere do not lock them. */
export const knownDevices = pgTable(
  'known_devices',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    deviceHash: varchar('device_hash', { length: 64 }).notNull(),
    lastUsedAt: timestamp('last_used_at', { withTimezone: true }).notNull().default(sql`now()`),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.deviceHash] }),
    index('known_devices_device_hash').on(table.deviceHash),
  ],
)

/** Points taken of a limit, until `expire`, in milliseconds since 1970. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: varchar('key', { length: 255 }).primaryKey(),
    points: integer('points').notNull().default(0),
    expire: bigint('expire', { mode: 'number' }),
  },
  (table) => [index('rate_limits_expire').on(table.expire)],
)
