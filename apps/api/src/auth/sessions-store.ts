import { mayViewAs } from '@carpeta/domain/access/view-as-rules'
import { and, desc, eq, ne, sql } from 'drizzle-orm'
import type { Config } from '../config/config.ts'
import type { Database, Transaction } from '../db/client.ts'
import type { Principal } from '../http/access.ts'
import { presentUser } from '../users/present-user.ts'
import { type AccountRow, accountColumns, readAccount } from '../users/users-store.ts'
import { sessions } from './sessions-tables.ts'

/** Longer than any idle limit that is set: stands for "no limit" in the query. */
const NO_LIMIT_MS = 100 * 365 * 86_400_000

/**
 * Whose a live session is: in time by the database's clock, of an active, undeleted account. A view as
 * a member is one only while both are so, and while the one may look at the other.
 * Using it counts as activity, written at most once a minute. One round trip.
 */
export async function findLiveSession(
  db: Database,
  idHash: string,
  limits: Pick<Config, 'sessionIdleMs' | 'sessionMaxMs'>,
): Promise<Principal | null> {
  const idleMs = limits.sessionIdleMs ?? NO_LIMIT_MS
  const { rows } = await db.execute<
    AccountRow & { owner_id: number; viewing_as_id: number | null }
  >(sql`
    with live as (
      select id_hash, user_id, viewing_as_id, last_used_at from sessions
      where id_hash = ${idHash}
        and created_at > now() - ${limits.sessionMaxMs} * interval '1 millisecond'
        and last_used_at > now() - ${idleMs} * interval '1 millisecond'
    ), touched as (
      update sessions set last_used_at = now() from live
      where sessions.id_hash = live.id_hash
        and live.last_used_at < now() - interval '1 minute'
    )
    select ${accountColumns}, live.user_id as owner_id, live.viewing_as_id
    from live join users on users.id = any(array[live.user_id, live.viewing_as_id])
    where users.is_active and users.deleted_at is null`)
  const [first] = rows
  const people = rows.map((row) => presentUser(readAccount(row)))
  const owner = people.find(({ id }) => id === first?.owner_id)
  if (!first || !owner) return null
  if (first.viewing_as_id === null) return { user: owner, viewer: null }
  const member = people.find(({ id }) => id === first.viewing_as_id)
  return member && mayViewAs(owner, member) ? { user: member, viewer: owner } : null
}

/**
 * The session goes on under another id, as a look at a member's folder or, with null, as one's own;
 * its limits in time go on too. False when it ended meanwhile.
 */
export async function rotateSession(
  tx: Database | Transaction,
  idHash: string,
  next: { idHash: string; viewingAsId: number | null },
): Promise<boolean> {
  const { rowCount } = await tx.update(sessions).set(next).where(eq(sessions.idHash, idHash))
  return rowCount === 1
}

export async function insertSession(
  db: Database | Transaction,
  session: { idHash: string; userId: number; userAgent: string; address: string },
): Promise<void> {
  await db.insert(sessions).values({ ...session, userAgent: session.userAgent.slice(0, 300) })
}

export async function deleteSession(db: Database | Transaction, idHash: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.idHash, idHash))
}

export async function deleteSessionsOf(tx: Transaction, userId: number): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.userId, userId))
}

/** @returns how many those were */
export async function deleteOtherSessions(
  tx: Transaction,
  userId: number,
  idHash: string,
): Promise<number> {
  const { rowCount } = await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), ne(sessions.idHash, idHash)))
  return rowCount ?? 0
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

/** Sessions that nobody has been able to use for so many days. @returns how many */
export async function deleteEndedSessions(
  db: Database,
  { sessionMaxMs, retention }: Pick<Config, 'sessionMaxMs' | 'retention'>,
): Promise<number> {
  const { rowCount } = await db.execute(
    sql`delete from sessions
      where created_at < now() - ${sessionMaxMs} * interval '1 millisecond'
        - ${retention.sessionDays} * interval '1 day'`,
  )
  return rowCount ?? 0
}
