import { createHash } from 'node:crypto'
import type { Database, Transaction } from '../db/client.ts'
import { exec, many, maybeOne, sql } from '../db/query.ts'
import { loginLimits, rateLimitRules } from './limits.ts'

const { failuresBeforeWait, maxWaitMinutes, countExpiresAfterHours } = loginLimits

type TakenAttempt = { allowed: true } | { allowed: false; waitSeconds: number }

/** The key of an account name in its normal spelling, whether or not the account exists. */
export function attemptsKey(name: string, deviceHash: string | null): string {
  return createHash('sha256')
    .update(`tries:${name}:${deviceHash ?? ''}`)
    .digest('hex')
}

/**
 * Counts an attempt before it is made, so that parallel guesses cannot exceed the limit. An attempt
 * during a wait is refused and does not lengthen the wait (docs/security.md 2.3, 2.12).
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
      where login_attempts.locked_until is null or login_attempts.locked_until <= now()`,
  )
  if (taken === 1) return { allowed: true }
  const wait = await maybeOne<{ seconds: number | null }>(
    db,
    sql`select extract(epoch from locked_until - now())::float8 as seconds
      from login_attempts where key = ${key}`,
  )
  return { allowed: false, waitSeconds: wait?.seconds ?? 0 }
}

/** Takes back the count of an attempt whose password was not verified. */
export async function refundAttempt(db: Database, key: string): Promise<void> {
  await exec(
    db,
    sql`update login_attempts set attempts = greatest(attempts - 1, 0), locked_until = null
      where key = ${key}`,
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

/** Resets the counts of an account's rut and email, and that of its logins: a new password works at once. */
export async function resetAccountAttempts(
  tx: Transaction,
  { id, rut, email }: { id: number; rut: string | null; email: string },
): Promise<void> {
  const names = [rut ?? '', email.toLowerCase()]
  await resetLoginAttempts(
    tx,
    names.map((name) => attemptsKey(name, null)),
  )
  await exec(
    tx,
    sql`delete from rate_limits where key = ${`${rateLimitRules.logins.prefix}:${id}`}`,
  )
}

/** Deletes counts that have expired. */
export async function deleteExpiredCounts(db: Database): Promise<void> {
  await exec(
    db,
    sql`delete from login_attempts
      where last_at < now() - ${countExpiresAfterHours} * interval '1 hour'`,
  )
  await exec(db, sql`delete from rate_limits where expire < ${Date.now()}`)
}
