import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Database, Transaction } from '../db/client.ts'

// 10 failures in a row, then a wait of one minute that doubles up to 15 (design.md §5.14).
const FREE_TRIES = 10
const LONGEST_WAIT_MINUTES = 15
const FORGOTTEN_AFTER_HOURS = 12

export type TakenTry = { allowed: true } | { allowed: false; waitSeconds: number }

/** The row of an account name, known or not, in whatever spelling was reduced to `name`. */
export function triesKey(name: string, deviceHash: string | null): string {
  return createHash('sha256')
    .update(`tries:${name}:${deviceHash ?? ''}`)
    .digest('hex')
}

/**
 * Counts a try before it is made, so that parallel guesses cannot beat the limit; a success takes
 * it back. A try during a wait is refused and does not lengthen it (security.md 2.3, 2.12).
 */
export async function takeTry(db: Database, key: string): Promise<TakenTry> {
  const next = sql`case
    when login_tries.last_at < now() - ${FORGOTTEN_AFTER_HOURS} * interval '1 hour' then 1
    else login_tries.tries + 1 end`
  const { rowCount } = await db.execute(sql`
    insert into login_tries (key, tries) values (${key}, 1)
    on conflict (key) do update set
      tries = ${next},
      last_at = now(),
      locked_until = case when ${next} >= ${FREE_TRIES} then now() + interval '1 minute'
        * least(power(2, least(${next} - ${FREE_TRIES}, 10)), ${LONGEST_WAIT_MINUTES}) end
    where login_tries.locked_until is null or login_tries.locked_until <= now()`)
  if (rowCount === 1) return { allowed: true }
  const { rows } = await db.execute<{ seconds: number }>(sql`
    select extract(epoch from locked_until - now())::float8 as seconds
    from login_tries where key = ${key}`)
  return { allowed: false, waitSeconds: rows[0]?.seconds ?? 0 }
}

/** A try that was never made: it was counted, and the password was not looked at. */
export async function giveTryBack(db: Database, key: string): Promise<void> {
  await db.execute(sql`
    update login_tries set tries = greatest(tries - 1, 0), locked_until = null where key = ${key}`)
}

/** After a success: how many failures there were before it, now forgotten. */
export async function forgetTries(tx: Database | Transaction, keys: string[]): Promise<number> {
  const list = sql.join(
    keys.map((key) => sql`${key}`),
    sql`, `,
  )
  const { rows } = await tx.execute<{ tries: number }>(
    sql`delete from login_tries where key in (${list}) returning tries`,
  )
  return Math.max(0, ...rows.map(({ tries }) => tries))
}

/** Failures that no longer count. */
export async function forgetOldTries(db: Database): Promise<void> {
  await db.execute(sql`
    delete from login_tries where last_at < now() - ${FORGOTTEN_AFTER_HOURS} * interval '1 hour'`)
}
