import type { Addressee } from '../../account/account-emails.ts'
import type { Database, Transaction } from '../../db/client.ts'
import { exec, many, maybeOne, type SQL, sql } from '../../db/query.ts'

/** A letter in the queue. A later one has another `invitedAt`, and so has none that was revoked. */
export interface QueuedInvitation {
  userId: number
  invitedAt: string
}

/** Who may get an activation letter. */
const invitable = sql`password_hash is null and email <> '' and is_active and deleted_at is null`
/** A job is tried for three days: one that says nothing for longer is gone (a process that died). */
const waits = sql`invitation_delivery is not distinct from 'queued'
  and invited_at > now() - interval '4 days'`
const invitedAt = sql`extract(epoch from invited_at)::text`

export type Invitees = { rut: string } | 'all-not-invited'

export async function findInvitees(
  tx: Transaction,
  invitees: Invitees,
  most: number,
): Promise<number[]> {
  const who =
    invitees === 'all-not-invited'
      ? sql`invitation_state = 'not_invited'`
      : sql`rut = ${invitees.rut}`
  const found = await many<{ id: number }>(
    tx,
    sql`select id from users where ${who} and ${invitable} order by id limit ${most}`,
  )
  return found.map(({ id }) => id)
}

export async function hasAccount(db: Database, rut: string): Promise<boolean> {
  const found = await exec(db, sql`select from users where rut = ${rut} and deleted_at is null`)
  return found > 0
}

/**
 * Takes those of the accounts that may be invited and have no letter in the queue, and marks them:
 * of two who click at once, the second waits here and then finds the letter queued.
 */
export function claimInvitees(tx: Transaction, ids: number[]): Promise<QueuedInvitation[]> {
  return many<QueuedInvitation>(
    tx,
    sql`update users
      set invited_at = now(), invitation_delivery = 'queued', invitation_failure = ''
      where id in (
        select id from users where id = any(${ids}) and ${invitable} and not (${waits})
        order by id for no key update)
      returning id as user_id, ${invitedAt} as invited_at`,
  )
}

/** The account of a letter that is still wanted, held to the end of the transaction. */
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

/** What became of the letter, unless it was revoked or sent again meanwhile. */
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

/** Together with its links: the account stands as if nobody had invited it. */
export async function deleteInvitation(tx: Transaction, userId: number): Promise<void> {
  await exec(
    tx,
    sql`update users set invitation_delivery = null, invitation_failure = '',
        invited_at = case when password_hash is not null then invited_at end
      where id = ${userId}`,
  )
}

/** Beside every account with this address, until a letter to it gets through. */
export async function recordRefusal(db: Database, email: string, failure: string): Promise<void> {
  await exec(
    db,
    sql`update users set invitation_delivery = 'failed', invitation_failure = ${failure}
      where lower(email) = lower(${email}) and deleted_at is null
        and invitation_delivery is distinct from 'queued'`,
  )
}

export async function recordArrival(db: Database, email: string): Promise<void> {
  await exec(
    db,
    sql`update users set invitation_delivery = 'sent', invitation_failure = ''
      where lower(email) = lower(${email}) and deleted_at is null
        and invitation_delivery = 'failed'`,
  )
}
