import { createHash } from 'node:crypto'
import type { Database, Queryable, Transaction } from '../db/client.ts'
import { exec, many, maybeOne, one, sql } from '../db/query.ts'
import { loginLimits, rateLimitRules } from './limits.ts'

const { failuresBeforeWait, maxWaitMinutes, countExpiresAfterHours } = loginLimits

type TakenAttempt = { allowed: true } | { allowed: false; waitSeconds: number }

/** The key of a login name without an account, in its normal spelling. */
export function unknownNameKey(name: string): string {
  return attemptsKey(name)
}

/** The key of an account's logins, whether by rut or by email; a known device has its own. */
export function accountKey(userId: number, deviceHash: string | null): string {
  return attemptsKey(`account:${userId}`, deviceHash ?? '')
}

/** The key of a session's confirmations of the password: a stolen session cannot fill the owner's. */
export function confirmationsKey(sessionNumber: number): string {
  return attemptsKey(`change:${sessionNumber}`)
}

function attemptsKey(subject: string, deviceHash = ''): string {
  return createHash('sha256').update(`tries:${subject}:${deviceHash}`).digest('hex')
}

/**
 * Counts an attempt before it is made, so that parallel guesses cannot exceed the limit. An attempt
 * during a wait is refused and does not lengthen the wait (docs/security.md 2.3, 2.12). No wait is longer than the longest,
 * also after a clock that ran ahead was set back.
 */
export async function takeAttempt(db: Database, key: string): Promise<TakenAttempt> {
  const next = sql`case
    when login_attempts.last_at < now() - ${countExpiresAfterHours} * interval '1 hour' then 1
    else login_attempts.attempts + 1 end`
  const taken = await exec(
    db,
    sql`insert into login_attempts (key, attempts) values (${key}, 1)
      on conflict (key) do update set
        attempts = ${next},
        last_at = now(),
        locked_until = case when ${next} >= ${failuresBeforeWait} then now() + interval '1 minute'
          * least(power(2, least(${next} - ${failuresBeforeWait}, 10)), ${maxWaitMinutes}) end
      where login_attempts.locked_until is null or login_attempts.locked_until <= now()
        or login_attempts.locked_until > now() + ${maxWaitMinutes + 1} * interval '1 minute'`,
  )
  if (taken === 1) return { allowed: true }
  const wait = await maybeOne<{ seconds: number | null }>(
    db,
    sql`select extract(epoch from locked_until - now())::float8 as seconds
      from login_attempts where key = ${key}`,
  )
  return { allowed: false, waitSeconds: wait?.seconds ?? 0 }
}

/** Takes back an attempt that was no guess, such as one whose password was not verified. */
export async function refundAttempts(db: Database, keys: string[]): Promise<void> {
  if (keys.length === 0) return
  await exec(
    db,
    sql`update login_attempts set attempts = greatest(attempts - 1, 0), locked_until = null
      where key = any(${keys})`,
  )
}

/** Deletes the counts after a success. @returns the largest of them */
export async function resetLoginAttempts(
  tx: Database | Transaction,
  keys: string[],
): Promise<number> {
  const deleted = await many<{ attempts: number }>(
    tx,
    sql`delete from login_attempts where key = any(${keys}) returning attempts`,
  )
  return Math.max(0, ...deleted.map(({ attempts }) => attempts))
}

/** Resets every count of an account, those of its known devices too: a new password works at once. */
export async function resetAccountAttempts(tx: Transaction, { id }: { id: number }): Promise<void> {
  const known = await many<{ deviceHash: string }>(
    tx,
    sql`select device_hash from known_devices where user_id = ${id}`,
  )
  const devices = [null, ...known.map(({ deviceHash }) => deviceHash)]
  const logins = devices.map((device) => accountKey(id, device))
  await resetLoginAttempts(tx, logins)
  await exec(
    tx,
    sql`delete from rate_limits where key = ${`${rateLimitRules.logins.prefix}:${id}`}`,
  )
}

/** `rate_limits` has milliseconds since 1970. */
const NOW = sql`(extract(epoch from now()) * 1000)::bigint`
/** Processes that count at the same time see their own moments. */
const AT_ONCE_MS = 60_000

/**
 * Counts a point of those that `key` has in so many seconds. An end that lies further ahead is of a clock that was set
 * back since, and would come years later.
 * @returns how many are taken, and when all are free again
 */
export function takePoint(
  db: Queryable,
  key: string,
  windowSeconds: number,
): Promise<{ points: number; waitSeconds: number }> {
  const isOver = sql`(rate_limits.expire <= ${NOW} or rate_limits.expire > excluded.expire + ${AT_ONCE_MS}::int)`
  return one(
    db,
    sql`insert into rate_limits (key, points, expire)
      values (${key}, 1, ${NOW} + ${windowSeconds * 1000}::int)
      on conflict (key) do update set
        points = case when ${isOver} then 1 else rate_limits.points + 1 end,
        expire = case when ${isOver} then excluded.expire else rate_limits.expire end
      returning points, greatest(expire - ${NOW}, 0)::float8 / 1000 as wait_seconds`,
  )
}

export async function returnPoint(db: Queryable, key: string): Promise<void> {
  await exec(
    db,
    sql`update rate_limits set points = greatest(points - 1, 0) where key = ${key} and expire > ${NOW}`,
  )
}

/** Deletes counts that have expired. */
export async function deleteExpiredCounts(db: Database): Promise<void> {
  await exec(
    db,
    sql`delete from login_attempts
      where last_at < now() - ${countExpiresAfterHours} * interval '1 hour'`,
  )
  await exec(db, sql`delete from rate_limits where expire < ${NOW}`)
}

/** The accounts that logged in on this device. */
export async function listDeviceUsers(db: Database, deviceHash: string): Promise<number[]> {
  const known = await many<{ userId: number }>(
    db,
    sql`select user_id from known_devices where device_hash = ${deviceHash}`,
  )
  return known.map(({ userId }) => userId)
}

/**
 * Stores the device among the last used ones of the account, each of which has its own count of attempts.
 * @returns whether the account has logged in before, but never on this device
 */
export async function rememberDevice(
  tx: Transaction,
  userId: number,
  deviceHash: string,
): Promise<boolean> {
  const { isNew, hasOthers } = await one<{ isNew: boolean; hasOthers: boolean }>(
    tx,
    sql`with forgotten as (
        delete from known_devices where user_id = ${userId} and device_hash in (
          select device_hash from known_devices
          where user_id = ${userId} and device_hash <> ${deviceHash}
          order by last_used_at desc offset ${loginLimits.maxKnownDevices - 1}))
      insert into known_devices (user_id, device_hash) values (${userId}, ${deviceHash})
      on conflict (user_id, device_hash) do update set last_used_at = now()
      returning known_devices.xmax = 0 as is_new, exists (select from known_devices as other
        where other.user_id = ${userId} and other.device_hash <> ${deviceHash}) as has_others`,
  )
  return isNew && hasOthers
}

/** The account knows no browser any more, but for this one. */
export async function forgetDevices(
  tx: Transaction,
  userId: number,
  keptHash: string | null = null,
): Promise<void> {
  await exec(
    tx,
    sql`delete from known_devices
      where user_id = ${userId} and device_hash is distinct from ${keptHash}`,
  )
}

/** After a restore: some may have been forgotten since the backup. */
export async function deleteAllDevices(tx: Transaction): Promise<void> {
  await exec(tx, sql`delete from known_devices`)
}

/** Deletes devices without a login for this many days. @returns how many */
export function deleteOldDevices(db: Database, days: number): Promise<number> {
  return exec(
    db,
    sql`delete from known_devices where last_used_at < now() - ${days} * interval '1 day'`,
  )
}
