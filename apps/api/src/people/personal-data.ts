import type { MemberData } from '@carpeta/contract/personal-data'
import { LINK_HOURS } from '@carpeta/domain/access/link-rules'
import type { KnownPerson } from '@carpeta/domain/people/person-in-text'
import { ERASED_NAME } from '@carpeta/domain/personal-data/personal-data-labels'
import type { Database, Queryable, Transaction } from '../db/client.ts'
import { exec, instant, many, one, sql } from '../db/query.ts'

type UserData = Pick<MemberData, 'account' | 'preferences' | 'email_changes'> & {
  invitation: Invitation | null
}

/** The last activation email. */
interface Invitation {
  invited_at: string | null
  delivery: 'queued' | 'sent' | 'failed' | null
  failure: string
}

export async function exportPersonalData(db: Database, userId: number): Promise<UserData> {
  type Row = Omit<UserData, 'email_changes'> & { emailChanges: UserData['email_changes'] }
  const { emailChanges, ...data } = await one<Row>(
    db,
    sql`select
        json_build_object(
          'id', id, 'social_security', coalesce(rut, ''), 'first_name', first_name,
          'last_name', last_name, 'email', email, 'is_active', is_active,
          'is_activated', password_hash is not null,
          'groups', array(
            select groups.name from user_groups join groups on groups.id = user_groups.group_id
            where user_groups.user_id = users.id order by groups.name),
          'created_at', ${instant('created_at')}, 'updated_at', ${instant('updated_at')},
          'deleted_at', ${instant('deleted_at')}) as account,
        json_build_object(
          'request_letters', wants_request_emails,
          'announcement_emails', wants_announcement_emails,
          'deed_emails', wants_deed_emails, 'payment_emails', wants_payment_emails,
          'due_emails', wants_due_emails, 'due_days', reminder_days) as preferences,
        coalesce((
          select json_agg(json_build_object(
            'old_email', old_email, 'new_email', new_email,
            'requested_at', ${instant('requested_at')}, 'confirmed_at', ${instant('confirmed_at')},
            'ended_at', ${instant('ended_at')}) order by email_changes.id)
          from email_changes where email_changes.user_id = users.id), '[]') as email_changes,
        case when invited_at is not null or invitation_delivery is not null then
          json_build_object(
            'invited_at', ${instant('invited_at')}, 'delivery', invitation_delivery,
            'failure', invitation_failure) end as invitation
      from users where id = ${userId}`,
  )
  return { ...data, email_changes: emailChanges }
}

/** The row stays because other tables refer to it; no column identifies the person. */
export async function erasePersonalData(tx: Transaction, userId: number): Promise<void> {
  await exec(tx, sql`delete from user_groups where user_id = ${userId}`)
  await exec(tx, sql`delete from email_changes where user_id = ${userId}`)
  await exec(
    tx,
    sql`update users set rut = null, first_name = ${ERASED_NAME}, last_name = '', email = '',
        password_hash = null, temporary_password_until = null, is_active = false,
        invited_at = null, invitation_delivery = null, invitation_failure = '',
        wants_request_emails = false, wants_announcement_emails = false, wants_deed_emails = false,
        wants_payment_emails = false, wants_due_emails = false, reminder_days = default, updated_at = now(),
        deleted_at = coalesce(deleted_at, clock_timestamp()), erased_at = clock_timestamp()
      where id = ${userId}`,
  )
}

/** By what a text could name the owner of these accounts, who has these emails in accounting. */
export async function findKnownNames(
  tx: Transaction,
  ids: number[],
  boughtWith: string[],
): Promise<Pick<KnownPerson, 'names' | 'emails' | 'sharedEmails'>> {
  const names = await many<{ firstName: string; lastName: string }>(
    tx,
    sql`select distinct first_name, last_name from users where id = any(${ids})`,
  )
  const found = await many<{ email: string; isShared: boolean }>(
    tx,
    sql`select distinct email, exists (
          select from users as other where lower(other.email) = lower(own.email)
            and other.deleted_at is null and not other.id = any(${ids})) as is_shared
      from (
        select email from users where id = any(${ids})
        union select unnest(array[old_email, new_email]) from email_changes where user_id = any(${ids})
        union select unnest(${boughtWith}::text[])
      ) as own
      where email like '%@%'`,
  )
  const emailsThat = (areShared: boolean) =>
    found.filter(({ isShared }) => isShared === areShared).map(({ email }) => email)
  return { names, emails: emailsThat(false), sharedEmails: emailsThat(true) }
}

export interface ErasableAccount {
  id: number
  rut: string | null
  /** Has a group or is a superuser. */
  isStaff: boolean
  isDeleted: boolean
}

/** Locks these accounts to the end of the transaction; leaves out the erased ones. */
export async function lockForErasure(tx: Transaction, ids: number[]): Promise<ErasableAccount[]> {
  await exec(tx, sql`select from users where id = any(${ids}) order by id for update`)
  return many<ErasableAccount>(
    tx,
    sql`select id, rut, deleted_at is not null as is_deleted,
        is_superuser or exists (select from user_groups where user_id = users.id) as is_staff
      from users where id = any(${ids}) and erased_at is null order by id`,
  )
}

/** Keeps an account from being erased until the transaction ends. False if it is deleted already. */
export async function lockAgainstErasure(tx: Transaction, id: number): Promise<boolean> {
  const locked = await exec(
    tx,
    sql`select from users where id = ${id} and deleted_at is null for key share`,
  )
  return locked > 0
}

/** Whether another account, active or deleted, has this rut. */
export async function isRutOfAnother(tx: Transaction, rut: string, id: number): Promise<boolean> {
  const others = await exec(tx, sql`select from users where rut = ${rut} and id <> ${id} limit 1`)
  return others > 0
}

/** Accounts deleted that many years ago; those of staff stay because the audit log names them. */
export async function listLongDeleted(db: Database, years: number): Promise<number[]> {
  const deleted = await many<{ id: number }>(
    db,
    sql`select id from users
      where deleted_at < now() - ${years} * interval '1 year' and erased_at is null
        and not is_superuser and not exists (select from user_groups where user_id = users.id)
      order by id`,
  )
  return deleted.map(({ id }) => id)
}

/** An erased account. Its id and its creation identify the row, and no person. */
interface ErasedAccount {
  id: number
  createdAt: Date
  erasedAt: Date
}

export function listErasedAccounts(db: Database | Transaction): Promise<ErasedAccount[]> {
  return many<ErasedAccount>(
    db,
    sql`select id, created_at, erased_at from users where erased_at is not null order by id`,
  )
}

/** Those of these accounts that exist, were created then, and are not erased. */
export function listUnerased(
  db: Queryable,
  accounts: { id: number; createdAt: string }[],
): Promise<{ id: number; rut: string | null }[]> {
  return many(
    db,
    sql`select users.id, rut
      from users
      join unnest(
        ${accounts.map(({ id }) => id)}::int[],
        ${accounts.map(({ createdAt }) => createdAt)}::timestamptz[]) as listed (id, created_at)
        on listed.id = users.id
        and listed.created_at = date_trunc('milliseconds', users.created_at)
      where erased_at is null`,
  )
}

/**
 * Deletes accounts whose email was never confirmed, this many days after their last link expired.
 * The audit log tells which accounts registered themselves and which of them staff activated.
 * @returns how many
 */
export function deleteUnconfirmed(db: Database, days: number): Promise<number> {
  return exec(
    db,
    sql`delete from users
      where rut is null and not is_active and erased_at is null
        and id in (
          select subject_id from audit_entries where action = 'account.registered'
          group by subject_id
          having max(at)
            < now() - ${LINK_HOURS.confirm} * interval '1 hour' - ${days} * interval '1 day')
        and not exists (
          select from audit_entries where subject_id = users.id
            and action in ('account.activated', 'user.changed', 'user.restored', 'session.login'))
        and not exists (
          select from account_links
          where user_id = users.id and used_at is null and expires_at > now())`,
  )
}
