import type { User } from '@carpeta/contract/auth'
import type { Database, Transaction } from '../db/client.ts'
import { exec, many, maybeOne, type SQL, scalar, sql } from '../db/query.ts'
import type { Addressee } from '../email/render-email.ts'
import { awaiting, pendingEmail } from './email-changes-store.ts'
import { sharesSaleWith } from './parties-store.ts'
import { activeUsers, invitable, matching, type UsersFilter } from './users-list-store.ts'

/** A queued email. `invitedAt` identifies it: a later or revoked invitation has another one. */
export interface QueuedInvitation {
  userId: number
  invitedAt: string
}

/** A job is retried for three days; one that is still queued after four was lost with its process. */
const isWaiting = sql`invitation_delivery is not distinct from 'queued'
  and invited_at > now() - interval '4 days'`
/** An email that did not arrive may be sent again at once. */
const isInvitedLately = sql`(invited_at > now() - interval '1 day'
  and invitation_delivery is distinct from 'failed')`
const invitedAt = sql`extract(epoch from invited_at)::text`

export type Invitees = { rut: string } | 'all-not-invited'

export async function findInvitees(
  tx: Transaction,
  invitees: Invitees,
  limit: number,
): Promise<number[]> {
  const condition =
    invitees === 'all-not-invited'
      ? sql`invitation_state = 'not_invited'`
      : sql`rut = ${invitees.rut}`
  const found = await many<{ id: number }>(
    tx,
    sql`select id from users where ${condition} and ${invitable} order by id limit ${limit}`,
  )
  return found.map(({ id }) => id)
}

export async function hasAccount(db: Database, rut: string): Promise<boolean> {
  const found = await exec(db, sql`select from users where rut = ${rut} and deleted_at is null`)
  return found > 0
}

/** Accounts that nobody activated, and that cannot be invited. */
export function countWithoutEmail(db: Database): Promise<number> {
  return scalar(
    db,
    sql`select count(*) from users
      where invitation_state = 'no_email' and is_active and deleted_at is null`,
  )
}

/**
 * Marks as queued the accounts that may be invited and have no email in the queue. The second of
 * two concurrent calls waits here and then finds the email queued.
 */
export function claimInvitees(
  tx: Transaction,
  ids: number[],
  { skipRecent }: { skipRecent: boolean },
): Promise<QueuedInvitation[]> {
  const skipped = skipRecent ? sql`${isWaiting} or ${isInvitedLately}` : isWaiting
  return many<QueuedInvitation>(
    tx,
    sql`update users
      set invited_at = now(), invitation_delivery = 'queued', invitation_failure = ''
      where id in (
        select id from users where id = any(${ids}) and ${invitable} and (${skipped}) is not true
        order by id for no key update)
      returning id as user_id, ${invitedAt} as invited_at`,
  )
}

export function countInvitedLately(tx: Transaction, where: SQL): Promise<number> {
  return scalar(
    tx,
    sql`select count(*) from users where ${where} and ${invitable} and ${isInvitedLately}`,
  )
}

/** Locks the account of an invitation that is still due; null for a revoked or used one. */
export function lockInvitee(
  tx: Transaction,
  invitation: QueuedInvitation,
): Promise<(Addressee & { id: number }) | null> {
  return maybeOne(
    tx,
    sql`select id, first_name, email from users
      where ${isQueued(invitation)} and ${invitable} for no key update`,
  )
}

/** Locks the account. False unless it may be invited, staff invited it and did not revoke the invitation. */
export async function lockInvited(tx: Transaction, userId: number): Promise<boolean> {
  const invited = await exec(
    tx,
    sql`select from users
      where id = ${userId} and ${invitable} and invited_at is not null for no key update`,
  )
  return invited === 1
}

/** Records the outcome, unless the invitation was revoked or replaced meanwhile. */
export async function recordDelivery(
  db: Database,
  invitation: QueuedInvitation,
  delivery: 'sent' | 'failed' | null,
  failure = '',
): Promise<void> {
  await exec(
    db,
    sql`update users set invitation_delivery = ${delivery}, invitation_failure = ${failure}
      where ${isQueued(invitation)}`,
  )
}

function isQueued({ userId, invitedAt: at }: QueuedInvitation): SQL {
  return sql`id = ${userId} and invitation_delivery = 'queued' and ${invitedAt} = ${at}`
}

/** The account becomes "not invited"; the caller also ends its links. @returns whether it was invited */
export async function deleteInvitation(tx: Transaction, userId: number): Promise<boolean> {
  const deleted = await exec(
    tx,
    sql`update users set invitation_delivery = null, invitation_failure = '',
        invited_at = case when password_hash is not null then invited_at end
      where id = ${userId} and (invitation_delivery is not null or invited_at is not null)`,
  )
  return deleted > 0
}

/**
 * Marks every account with this address, until an email reaches it. The failure of a new email that waits
 * for its confirmation begins with that address.
 */
export async function recordRefusal(db: Database, email: string, failure: string): Promise<void> {
  await exec(
    db,
    sql`update users set invitation_delivery = 'failed',
        invitation_failure = case when lower(email) = lower(${email}) then ${failure}
          else left(${pendingEmail} || ': ' || ${failure}, 500) end
      where ${hasAddress(email)} and deleted_at is null
        and invitation_delivery is distinct from 'queued'`,
  )
}

export async function clearRefusal(db: Database, email: string): Promise<void> {
  await exec(
    db,
    sql`update users set invitation_delivery = 'sent', invitation_failure = ''
      where ${hasAddress(email)} and deleted_at is null and invitation_delivery = 'failed'
        and lower(${email}) = (
          select lower(case when starts_with(invitation_failure, pending.email || ': ')
            then pending.email else users.email end)
          from (select ${pendingEmail} as email) pending)`,
  )
}

/** As its email, or as the new one that is not confirmed. */
function hasAddress(email: string): SQL {
  return sql`id in (
    select id from users where lower(email) = lower(${email}) union all ${awaiting(email)})`
}

/** The accounts with these ids, or all that the filters of the list match. */
export type InviteeSelection = { ids: number[] } | { all: UsersFilter }

/** Only superusers invite to a superuser's account, and nobody to that of a person with whom they share a purchase. */
export function whereSelected(
  selection: InviteeSelection,
  { is_superuser, profile: { social_security: rut } }: User,
): SQL {
  const touchable = sql.and(
    activeUsers,
    is_superuser ? null : sql`not users.is_superuser`,
    rut === '' ? null : sql`not ${sharesSaleWith(rut, sql`users.rut`)}`,
  )
  if ('all' in selection) return matching(touchable, selection.all)
  return sql`${touchable} and users.id = any(${selection.ids})`
}

export async function findIdsAfter(
  tx: Transaction,
  where: SQL,
  after: number,
  limit: number,
): Promise<number[]> {
  const found = await many<{ id: number }>(
    tx,
    sql`select id from users where ${where} and id > ${after} order by id limit ${limit}`,
  )
  return found.map(({ id }) => id)
}

/**
 * Counts the last activation email of each account by its outcome.
 * @param invitedAt counts those that were invited then, which identifies what was invited together
 */
export async function countDeliveries(
  db: Database,
  invitedAt?: string,
): Promise<{ queued: number; sent: number; failed: number }> {
  const counts = await many<{ delivery: 'queued' | 'sent' | 'failed'; total: number }>(
    db,
    sql`select invitation_delivery as delivery, count(*) as total from users
      where ${activeUsers} and invitation_delivery is not null
        and ${invitedAt === undefined ? sql`true` : sql`date_trunc('milliseconds', invited_at) = ${invitedAt}`}
      group by invitation_delivery`,
  )
  const totals = Object.fromEntries(counts.map(({ delivery, total }) => [delivery, total]))
  return { queued: 0, sent: 0, failed: 0, ...totals }
}
