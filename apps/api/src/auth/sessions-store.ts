import { mayViewAs } from '@carpeta/domain/access/view-as-rules'
import type { Config } from '../config/config.ts'
import type { Database, Transaction } from '../db/client.ts'
import { exec, many, maybeOne, sql } from '../db/query.ts'
import type { Principal } from '../http/access.ts'
import { type Account, presentUser } from '../people/account.ts'
import { haveCommonSale } from '../people/parties-store.ts'
import { accountColumns } from '../people/users-store.ts'
import { loginLimits } from '../throttle/limits.ts'
import { hasSecondFactor } from './second-factor-store.ts'

/** The session's owner, and in a view as a member the member: one row each. */
type SessionUser = Account & { ownerId: number; viewingAsId: number | null }

export type SessionLimits = Pick<Config, 'sessionIdleMs' | 'sessionMaxMs'>

/** Stands for "no limit" in the queries. */
const NO_LIMIT_MS = 100 * 365 * 86_400_000
const NO_LIMITS: SessionLimits = { sessionMaxMs: NO_LIMIT_MS, sessionIdleMs: null }

interface LiveSession {
  number: number
  ownerHasFactor: boolean
  /** The last recorded activity is older than a minute. */
  isActivityDue: boolean
}

/**
 * The user of a live session: within its limits by the database's clock, of an active account. A view
 * as a member also needs an active member that the viewer may view, and still shares no purchase with.
 */
export async function findLiveSession(
  db: Database,
  idHash: string,
  limits: SessionLimits,
): Promise<(Principal & LiveSession) | null> {
  const rows = await many<SessionUser & LiveSession>(
    db,
    sql`select ${accountColumns}, sessions.user_id as owner_id, sessions.viewing_as_id,
        sessions.id as number, ${hasSecondFactor(sql`sessions.user_id`)} as owner_has_factor,
        sessions.last_used_at < now() - interval '1 minute' as is_activity_due
      from sessions join users on users.id = any(array[sessions.user_id, sessions.viewing_as_id])
      where sessions.id_hash = ${idHash} and ${isWithin(limits)}
        and users.is_active and users.deleted_at is null`,
  )
  const [first] = rows
  const principal = await principalOf(db, rows)
  if (!first || !principal) return null
  return {
    ...principal,
    number: first.number,
    ownerHasFactor: first.ownerHasFactor,
    isActivityDue: first.isActivityDue,
  }
}

/** One that would begin in an hour is of a clock that was set back since: it would live until the day that it showed. */
const isWithin = ({ sessionMaxMs, sessionIdleMs }: SessionLimits) =>
  sql`sessions.created_at > now() - ${sessionMaxMs} * interval '1 millisecond'
    and sessions.created_at < now() + interval '1 hour'
    and sessions.last_used_at > now() - ${sessionIdleMs ?? NO_LIMIT_MS} * interval '1 millisecond'`

/** At most once a minute. */
export async function recordActivity(db: Database, idHash: string): Promise<void> {
  await exec(
    db,
    sql`update sessions set last_used_at = now()
      where id_hash = ${idHash} and last_used_at < now() - interval '1 minute'`,
  )
}

/** The user of a session whatever its present id, and without limits whatever its age. */
export async function readSession(
  db: Database | Transaction,
  number: number,
  limits = NO_LIMITS,
): Promise<Principal | null> {
  const rows = await many<SessionUser>(
    db,
    sql`select ${accountColumns}, sessions.user_id as owner_id, sessions.viewing_as_id
      from sessions join users on users.id = any(array[sessions.user_id, sessions.viewing_as_id])
      where sessions.id = ${number} and ${isWithin(limits)}
        and users.is_active and users.deleted_at is null`,
  )
  return principalOf(db, rows)
}

async function principalOf(
  db: Database | Transaction,
  rows: SessionUser[],
): Promise<Principal | null> {
  const [first] = rows
  const users = rows.map(presentUser)
  const owner = users.find(({ id }) => id === first?.ownerId)
  if (!first || !owner) return null
  if (first.viewingAsId === null) return { user: owner, viewer: null }
  const member = users.find(({ id }) => id === first.viewingAsId)
  if (!member || !mayViewAs(owner, member)) return null
  const [own, theirs] = [owner, member].map(({ profile }) => profile.social_security)
  // All that staff do not open in a purchase of their own would be open.
  const isShared = await haveCommonSale(db, own ?? '', theirs ?? '')
  return isShared ? null : { user: member, viewer: owner }
}

/**
 * Gives the session a new id, as a view as a member or, with null, as the user's own. Its time limits
 * do not start again. False when the session has ended.
 */
export async function rotateSession(
  tx: Transaction,
  number: number,
  next: { idHash: string; viewingAsId: number | null },
): Promise<boolean> {
  const rotated = await exec(
    tx,
    sql`update sessions set id_hash = ${next.idHash}, viewing_as_id = ${next.viewingAsId}
      where id = ${number}`,
  )
  return rotated === 1
}

/** When the session's owner last proved who they are; null when the session has ended. */
export function readAuthentication(
  db: Database | Transaction,
  idHash: string,
): Promise<{ authenticatedAt: Date; createdAt: Date; now: Date } | null> {
  return maybeOne(
    db,
    sql`select authenticated_at, created_at, clock_timestamp() as now
      from sessions where id_hash = ${idHash}`,
  )
}

/** Gives the session a new id, authenticated now. False when it has ended or got another one. */
export async function renewAuthentication(
  tx: Transaction,
  idHash: string,
  nextHash: string,
): Promise<boolean> {
  const renewed = await exec(
    tx,
    sql`update sessions set id_hash = ${nextHash}, authenticated_at = now()
      where id_hash = ${idHash}`,
  )
  return renewed === 1
}

/** Also ends the least recently used sessions above the limit of the account (docs/security.md 3.26). */
export async function insertSession(
  db: Database | Transaction,
  session: { idHash: string; userId: number; userAgent: string; address: string },
): Promise<void> {
  const { idHash, userId, address } = session
  const userAgent = session.userAgent.slice(0, 300)
  await exec(
    db,
    sql`with ended as (
        delete from sessions where id in (
          select id from sessions where user_id = ${userId}
          order by last_used_at desc, id desc offset ${loginLimits.maxSessions - 1}))
      insert into sessions ${sql.insert({ idHash, userId, userAgent, address })}`,
  )
}

interface EndedSession {
  userId: number
  /** The member whom the session was viewing. */
  viewingAsId: number | null
}

/**
 * By its number: a confirmed password or a view may give it a new id meanwhile. By the hash of its id one that
 * admits nobody now. @returns null when it had ended
 */
export function deleteSession(
  tx: Transaction,
  session: number | string,
): Promise<EndedSession | null> {
  const which = typeof session === 'number' ? sql`id = ${session}` : sql`id_hash = ${session}`
  return maybeOne(tx, sql`delete from sessions where ${which} returning user_id, viewing_as_id`)
}

export async function deleteAllSessions(tx: Transaction): Promise<void> {
  await exec(tx, sql`delete from sessions`)
}

/** @returns how many */
export function deleteSessionsOf(tx: Transaction, userId: number): Promise<number> {
  return exec(tx, sql`delete from sessions where user_id = ${userId}`)
}

/** False when the user has no such session. */
export async function deleteOwnSession(
  tx: Transaction,
  userId: number,
  id: number,
): Promise<boolean> {
  return (await exec(tx, sql`delete from sessions where user_id = ${userId} and id = ${id}`)) === 1
}

/** @returns the number of deleted sessions */
export function deleteOtherSessions(
  tx: Transaction,
  userId: number,
  number: number,
): Promise<number> {
  return exec(tx, sql`delete from sessions where user_id = ${userId} and id <> ${number}`)
}

interface OpenSession {
  id: number
  idHash: string
  userAgent: string
  address: string
  createdAt: Date
  lastUsedAt: Date
}

/** The user's live sessions, the last used first. */
export function listSessions(
  db: Database,
  userId: number,
  limits: SessionLimits,
): Promise<OpenSession[]> {
  return many<OpenSession>(
    db,
    sql`select id, id_hash, user_agent, address, created_at, last_used_at from sessions
      where user_id = ${userId} and ${isWithin(limits)}
      order by last_used_at desc, id desc`,
  )
}

/** Deletes sessions that expired more than the retention's days ago. @returns how many */
export function deleteEndedSessions(
  db: Database,
  { sessionMaxMs, retention }: Pick<Config, 'sessionMaxMs' | 'retention'>,
): Promise<number> {
  return exec(
    db,
    sql`delete from sessions
      where created_at < now() - ${sessionMaxMs} * interval '1 millisecond'
        - ${retention.sessionDays} * interval '1 day'`,
  )
}
