import type { User } from '@carpeta/contract/auth'
import { and, desc, eq, ne, sql } from 'drizzle-orm'
import type { Config } from '../config.ts'
import type { Database, Transaction } from '../db/client.ts'
import { presentUser } from '../users/present-user.ts'
import { type AccountRow, accountColumns, readAccount } from '../users/users-store.ts'
import { sessions } from './sessions-tables.ts'

/** Longer than any idle limit that is set: stands for "no limit" in the query. */
const NO_LIMIT_MS = 100 * 365 * 86_400_000

/**
 * The user of a live session: in time by the database's clock, of an active, undeleted account.
 * Using it counts as activity, written at most once a minute. One round trip.
 */
export async function findLiveSession(
  db: Database,
  idHash: string,
  limits: Pick<Config, 'sessionIdleMs' | 'sessionMaxMs'>,
): Promise<User | null> {
  const idleMs = limits.sessionIdleMs ?? NO_LIMIT_MS
  const { rows } = await db.execute<AccountRow>(sql`
    with live as (
      select id_hash, user_id, last_used_at from sessions
      where id_hash = ${idHash}
        and created_at > now() - ${limits.sessionMaxMs} * interval '1 millisecond'
        and last_used_at > now() - ${idleMs} * interval '1 millisecond'
    ), touched as (
      update sessions set last_used_at = now() from live
      where sessions.id_hash = live.id_hash
        and live.last_used_at < now() - interval '1 minute'
    )
    select ${accountColumns}
    from live join users on users.id = live.user_id
    where users.is_active and users.deleted_at is null`)
  return rows[0] ? presentUser(readAccount(rows[0])) : null
}

export async function insertSession(
  db: Database | Transaction,
  session: { idHash: string; userId: number; userAgent: string; address: string },
): Promise<void> {
  await db.insert(sessions).values(session)
}

export async function deleteSession(db: Database | Transaction, idHash: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.idHash, idHash))
}

export async function deleteSessionsOf(tx: Transaction, userId: number): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.userId, userId))
}

export async function deleteOtherSessions(
  db: Database,
  userId: number,
  idHash: string,
): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.idHash, idHash)))
}

/** One's open sessions, the last used first; what has run out in time is left out. */
export async function listSessions(
  db: Database,
  userId: number,
  limits: Pick<Config, 'sessionIdleMs' | 'sessionMaxMs'>,
) {
  const idleMs = limits.sessionIdleMs ?? NO_LIMIT_MS
  return db
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        sql`created_at > now() - ${limits.sessionMaxMs} * interval '1 millisecond'`,
        sql`last_used_at > now() - ${idleMs} * interval '1 millisecond'`,
      ),
    )
    .orderBy(desc(sessions.lastUsedAt))
}

/** Sessions that nobody can use any more. */
export async function forgetEndedSessions(
  db: Database,
  limits: Pick<Config, 'sessionMaxMs'>,
): Promise<void> {
  await db.execute(
    sql`delete from sessions
      where created_at < now() - ${limits.sessionMaxMs} * interval '1 millisecond'`,
  )
}
