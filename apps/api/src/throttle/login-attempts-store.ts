import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Database, Transaction } from '../db/client.ts'
import { loginLimits } from './limits.ts'

const { failuresBeforeWait, maxWaitMinutes, countExpiresAfterHours } = loginLimits

export type TakenAttempt = { allowed: true } | { allowed: false; waitSeconds: number }

/** The row of an account name, known or not, in whatever spelling was reduced to `name`. */
export function attemptsKey(name: string, deviceHash: string | null): string {
  return createHash('sha256')
    .update(`tries:${name}:${deviceHash ?? ''}`)
    .digest('hex')
}

/**
 * Counts a try before it is made, so that parallel guesses cannot beat the limit; a success takes
 * it back. A try during a wait is refused and does not lengthen it (security.md 2.3, 2.12).
 */
export async function takeAttempt(db: Database, key: string): Promise<TakenAttempt> {
  const next = sql`case
    when login_attempts.last_at < now() - ${countExpiresAfterHours} * interval '1 hour' then 1
    else login_attempts.attempts + 1 end`
  const { rowCount } = await db.execute(sql`
    insert into login_attempts (key, attempts) values (${key}, 1)
    on conflict (key) do update set
      attempts = ${next},
      last_at = now(),
      locked_until = case when ${next} >= ${failuresBeforeWait} then now() + interval '1 minute'
        * least(power(2, least(${next} - ${failuresBeforeWait}, 10)), ${maxWaitMinutes}) end
    where login_attempts.locked_until is null or login_attempts.locked_until <= now()`)
  if (rowCount === 1) return { allowed: true }
  const { rows } = await db.execute<{ seconds: number }>(sql`
    select extract(epoch from locked_until - now())::float8 as seconds
    from login_attempts where key = ${key}`)
  return { allowed: false, waitSeconds: rows[0]?.seconds ?? 0 }
}

/** A try that was never made: it was counted, and the password was not looked at. */
export async function giveTryBack(db: Database, key: string): Promise<void> {
  await db.execute(sql`
    update login_attempts set attempts = greatest(attempts - 1, 0), locked_until = null where key = ${key}`)
}

/** After a success: how many failures there were before it, now forgotten. */
export async function resetLoginAttempts(
  tx: Database | Transaction,
  keys: string[],
): Promise<number> {
  const list = sql.join(
    keys.map((key) => sql`${key}`),
    sql`, `,
  )
  const { rows } = await tx.execute<{ attempts: number }>(
    sql`delete from login_attempts where key in (${list}) returning attempts`,
  )
  return Math.max(0, ...rows.map(({ attempts }) => attempts))
}

/** Failures that no longer count. */
export async function deleteOldLoginAttempts(db: Database): Promise<void> {
  await db.execute(sql`
    delete from login_attempts where last_at < now() - ${countExpiresAfterHours} * interval '1 hour'`)
}
