import { ERASED_FACT } from '@carpeta/domain/audit/sealed-facts'
import {
  EMAIL_CONFIRMATION_DAYS,
  EMAIL_REVERT_HOURS,
  type EmailChange,
} from '@carpeta/domain/people/email-change-rules'
import type { Database, Transaction } from '../db/client.ts'
import { exec, many, maybeOne, type SQL, sql } from '../db/query.ts'

export interface StoredEmailChange extends EmailChange {
  id: number
  userId: number
  oldEmail: string
  newEmail: string
  /** By the database's clock, which all processes share. */
  now: Date
}

const isOpen = sql`confirmed_at is null and ended_at is null`
const isInTime = sql`requested_at >= now() - ${EMAIL_CONFIRMATION_DAYS} * interval '1 day'`
const canBeConfirmed = sql`${isOpen} and ${isInTime}`

/** For a query on `users`: the email of a change that can still be confirmed, or null. */
export const pendingEmail: SQL = sql`(
  select new_email from email_changes
  where email_changes.user_id = users.id and ${canBeConfirmed})`

/** Whether the email to it was refused: `recordRefusal` marks the account. */
export const isPendingEmailRefused: SQL = sql`
  case when users.invitation_delivery = 'failed'
    then coalesce(starts_with(users.invitation_failure, ${pendingEmail} || ': '), false)
    else false end`

/** A query for the accounts with this pending email. */
export function awaiting(email: string): SQL {
  return sql`select user_id from email_changes
    where lower(new_email) = lower(${email}) and ${canBeConfirmed}`
}

/** A query for the accounts with a change that is neither confirmed nor ended. */
export const openChanges: SQL = sql`select user_id from email_changes where ${isOpen}`

/** A query for the accounts with a pending change that this user asked for. */
export function changesRequestedBy(userId: number): SQL {
  return sql`select user_id from email_changes where requested_by = ${userId} and ${isOpen}`
}

/** Selects `user_id` and `maker` of the pending changes that somebody else asked for. */
export const changesByOthers: SQL = sql`
  select user_id, requested_by as maker from email_changes where requested_by is not null and ${isOpen}`

/** The caller holds the account's lock, so that an account has one pending change. */
export async function insertEmailChange(
  tx: Transaction,
  change: {
    userId: number
    oldEmail: string
    newEmail: string
    confirmHash: string
    revertHash: string
    requestedBy: number | null
  },
): Promise<void> {
  await exec(tx, sql`insert into email_changes ${sql.insert(change)}`)
}

/** Reading does not use the link. */
export function findByConfirmHash(
  db: Database | Transaction,
  hash: string,
): Promise<StoredEmailChange | null> {
  return findChange(db, sql`confirm_hash = ${hash}`)
}

/**
 * The change of this link or, once another one replaced it, that one: asking again must not end the link
 * that the address already has.
 */
export function findByRevertHash(
  db: Database | Transaction,
  hash: string,
): Promise<StoredEmailChange | null> {
  return findChange(
    db,
    sql`ended_at is null and exists (
        select from email_changes as linked
        where (linked.revert_hash = ${hash} or linked.late_revert_hash = ${hash})
          and linked.user_id = email_changes.user_id
          and linked.old_email = email_changes.old_email and linked.id <= email_changes.id)
      order by id limit 1`,
  )
}

function findChange(db: Database | Transaction, where: SQL): Promise<StoredEmailChange | null> {
  return maybeOne<StoredEmailChange>(
    db,
    sql`select id, user_id, old_email, new_email, requested_at, confirmed_at, ended_at,
        clock_timestamp() as now
      from email_changes where ${where}`,
  )
}

export async function confirmChange(
  tx: Transaction,
  id: number,
  lateRevertHash: string,
): Promise<void> {
  await exec(
    tx,
    sql`update email_changes
      set confirmed_at = clock_timestamp(), late_revert_hash = ${lateRevertHash}
      where id = ${id}`,
  )
}

/** Also ends the mark of its refused email. @returns whether a change could still be confirmed */
export async function endPendingChange(tx: Transaction, userId: number): Promise<boolean> {
  await exec(
    tx,
    sql`update users set invitation_delivery = 'sent', invitation_failure = ''
      where id = ${userId} and starts_with(invitation_failure, ${pendingEmail} || ': ')`,
  )
  const ended = await maybeOne<{ isInTime: boolean }>(
    tx,
    sql`update email_changes set ended_at = now() where user_id = ${userId} and ${isOpen}
      returning ${isInTime} as is_in_time`,
  )
  return ended?.isInTime ?? false
}

/**
 * For a new change that replaces none: links of changes that ended before lead only to a change that they
 * have led to so far.
 */
export async function endFormerLinks(tx: Transaction, userId: number): Promise<void> {
  await exec(
    tx,
    sql`update email_changes as former set revert_hash = null, late_revert_hash = null
      where user_id = ${userId} and ended_at is not null and not exists (
        select from email_changes as later
        where later.user_id = former.user_id and later.id > former.id and later.ended_at is null)`,
  )
}

/** So that no link of any change works, also of one that took effect. */
export async function endEveryChange(tx: Transaction, userId: number): Promise<void> {
  await endPendingChange(tx, userId)
  await exec(
    tx,
    sql`update email_changes set ended_at = now() where user_id = ${userId} and ended_at is null`,
  )
}

/** Deletes changes whose links died long ago. The audit log tells what changed. */
export async function deleteOldChanges(db: Database): Promise<void> {
  await exec(
    db,
    sql`delete from email_changes
      where greatest(requested_at, confirmed_at, ended_at) < now() - interval '30 days'`,
  )
}

/**
 * Ends the changes that took effect since then and the pending one, so that none of their links works.
 * @returns the email that the account had; null when it did not change
 */
export async function endChangesSince(
  tx: Transaction,
  userId: number,
  since: Date,
): Promise<string | null> {
  const ended = await many<{ oldEmail: string; isConfirmed: boolean }>(
    tx,
    sql`with ended as (
        update email_changes set ended_at = now()
        where user_id = ${userId} and ended_at is null
          and (confirmed_at is null or confirmed_at >= ${since})
        returning id, old_email, confirmed_at is not null as is_confirmed)
      select old_email, is_confirmed from ended order by id`,
  )
  return ended.find(({ isConfirmed }) => isConfirmed)?.oldEmail ?? null
}

/**
 * The emails of an erased person in the history of other accounts, whose entries stay. A change to one of them that waits
 * ends; one that can still be undone keeps the email that it leads back to, as long as its row.
 */
export async function eraseFromHistories(tx: Transaction, emails: string[]): Promise<void> {
  const folded = emails.map((email) => email.toLowerCase())
  const isErased = (column: SQL) => sql`lower(${column}) = any(${folded})`
  const canBeUndone = sql`(ended_at is null
    and confirmed_at >= now() - ${EMAIL_REVERT_HOURS} * interval '1 hour')`
  await exec(
    tx,
    sql`update users set invitation_delivery = 'sent', invitation_failure = ''
      where ${isErased(pendingEmail)} and starts_with(invitation_failure, ${pendingEmail} || ': ')`,
  )
  await exec(
    tx,
    sql`update email_changes set
        ended_at = case when ${isOpen} and ${isErased(sql`new_email`)} then now() else ended_at end,
        new_email = case when ${isErased(sql`new_email`)} then ${ERASED_FACT} else new_email end,
        old_email = case when ${isErased(sql`old_email`)} and not coalesce(${canBeUndone}, false)
          then ${ERASED_FACT} else old_email end
      where ${isErased(sql`new_email`)} or ${isErased(sql`old_email`)}`,
  )
}
