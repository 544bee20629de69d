import { LINK_HOURS, type LinkPurpose } from '@carpeta/domain/access/link-rules'
import type { Database, Transaction } from '../db/client.ts'
import { exec, instant, many, maybeOne, sql, wireRows } from '../db/query.ts'
import { tokenHash } from '../http/tokens.ts'
import type { Account } from '../people/account.ts'
import { endEveryChange, endPendingChange } from '../people/email-changes-store.ts'
import { salesOf } from '../people/parties-store.ts'
import { accountColumns, preparedByOthers } from '../people/users-store.ts'

export interface Link {
  purpose: LinkPurpose
  account: Account
  isUsed: boolean
  /** Only of a `not_me` link. */
  undoesSince: Date | null
}

export async function insertLink(
  tx: Transaction,
  {
    token,
    userId,
    purpose,
    madeBy = null,
  }: { token: string; userId: number; purpose: LinkPurpose; madeBy?: number | null },
): Promise<void> {
  await exec(
    tx,
    sql`insert into account_links (token_hash, user_id, purpose, made_by, expires_at, undoes_since)
      values (${tokenHash(token)}, ${userId}, ${purpose}, ${madeBy},
        now() + ${LINK_HOURS[purpose]} * interval '1 hour',
        case when ${purpose} = 'not_me' then clock_timestamp() end)`,
  )
}

/** Ends all unused links of a purpose but the newest ones; used ones stay, so that a second click is recognised. */
export async function endOlderLinks(
  tx: Transaction,
  userId: number,
  purpose: LinkPurpose,
  newest: number,
): Promise<void> {
  await exec(
    tx,
    sql`delete from account_links where token_hash in (
      select token_hash from account_links
      where user_id = ${userId} and purpose = ${purpose} and used_at is null
      order by created_at desc offset ${newest})`,
  )
}

/** Ends the unused links of a purpose that were made before a moment, in seconds since 1970. */
export async function endLinksBefore(
  tx: Transaction,
  userId: number,
  purpose: LinkPurpose,
  moment: string,
): Promise<void> {
  await exec(
    tx,
    sql`delete from account_links
      where user_id = ${userId} and purpose = ${purpose} and used_at is null
        and created_at < to_timestamp(${moment}::float8)`,
  )
}

/**
 * A condition on `account_links`. One that would begin in an hour is of a clock that was set back since, and would work
 * until the day that it showed; what undoes a thief's work does so for longer.
 */
const isInTime = sql`account_links.expires_at > now()
  and (account_links.purpose = 'not_me' or account_links.created_at < now() + interval '1 hour')`

/** A live or used link; null for any other. Reading does not use it. */
export async function findLink(db: Database | Transaction, token: string): Promise<Link | null> {
  const found = await maybeOne<Account & Omit<Link, 'account'>>(
    db,
    sql`select account_links.purpose, account_links.used_at is not null as is_used,
        account_links.undoes_since, ${accountColumns}
      from account_links join users on users.id = account_links.user_id
      where account_links.token_hash = ${tokenHash(token)}
        and (account_links.used_at is not null or ${isInTime})
        and (account_links.purpose = 'not_me' or users.deleted_at is null)
        and (account_links.purpose in ('confirm', 'not_me') or users.is_active)
        and users.erased_at is null`,
  )
  if (!found) return null
  const { purpose, isUsed, undoesSince, ...account } = found
  return { purpose, isUsed, undoesSince, account }
}

/**
 * Restarts a link's life when its email is sent, because the email may have waited for the mail
 * server. False for a link that was used, replaced or ended meanwhile.
 */
export async function restartLink(db: Database, hash: string): Promise<boolean> {
  const restarted = await exec(
    db,
    sql`update account_links set created_at = now(), expires_at = now() + (expires_at - created_at)
      where token_hash = ${hash} and used_at is null`,
  )
  return restarted === 1
}

/** True for exactly one of several concurrent calls. */
export async function useLink(tx: Transaction, token: string): Promise<boolean> {
  const used = await exec(
    tx,
    sql`update account_links set used_at = now()
      where token_hash = ${tokenHash(token)} and used_at is null and ${isInTime}`,
  )
  return used === 1
}

/**
 * Also ends a change of email that is not confirmed. What the owner of the mailbox may undo stays:
 * changes of email that took effect, and `not_me` links. @returns whether something ended
 */
export async function endLinks(tx: Transaction, userId: number): Promise<boolean> {
  const isChangeEnded = await endPendingChange(tx, userId)
  const ended = await exec(
    tx,
    sql`delete from account_links
      where user_id = ${userId} and used_at is null and purpose <> 'not_me'`,
  )
  return isChangeEnded || ended > 0
}

/** The accounts for which this user printed a letter that nobody has used. */
export async function listLettersBy(tx: Transaction, makerId: number): Promise<number[]> {
  const found = await many<{ userId: number }>(
    tx,
    sql`select distinct user_id from account_links where made_by = ${makerId} and used_at is null`,
  )
  return found.map(({ userId }) => userId)
}

/**
 * The accounts into which somebody prepared a way, by a letter too, with whom their owner shares a purchase.
 * @param of only pairs with this rut's person
 */
export async function listPreparedByPartners(
  tx: Transaction,
  of: string | null,
): Promise<number[]> {
  const found = await many<{ id: number }>(
    tx,
    sql`select distinct owner.id
      from (${preparedByOthers}
        union all select user_id, made_by from account_links
        where made_by is not null and used_at is null) prepared
      join users maker on maker.id = prepared.maker
      join users owner on owner.id = prepared.user_id and owner.deleted_at is null
      where ${of === null ? sql`true` : sql`${of}::text in (maker.rut, owner.rut)`}
        and exists (select from (${salesOf(sql`maker.rut`)}) own
          join (${salesOf(sql`owner.rut`)}) theirs using (sale_id))
      order by owner.id`,
  )
  return found.map(({ id }) => id)
}

/** For an owner whose identity staff checked: also ends what a mailbox may undo, since a thief may read it. */
export async function endEveryLink(tx: Transaction, userId: number): Promise<void> {
  await endEveryChange(tx, userId)
  await exec(tx, sql`delete from account_links where user_id = ${userId} and used_at is null`)
}

/** Ends those `not_me` links that went out since then, perhaps to a thief's address. */
export async function endNotMeLinks(tx: Transaction, userId: number, since: Date): Promise<void> {
  await exec(
    tx,
    sql`delete from account_links
      where user_id = ${userId} and used_at is null and undoes_since >= ${since}`,
  )
}

/**
 * Deletes links that expired a week ago: their emails are retried for three days. A used activation link
 * stays for a year, so that a second click leads to the login.
 */
export async function deleteExpiredLinks(db: Database): Promise<void> {
  await exec(
    db,
    sql`delete from account_links
      where expires_at < now() - case when used_at is not null and purpose in ('activate', 'letter')
        then interval '1 year' else interval '7 days' end`,
  )
}

export interface ExportedLink {
  purpose: LinkPurpose
  created_at: string
  expires_at: string
  used_at: string | null
}

export function exportLinks(db: Database, userId: number): Promise<ExportedLink[]> {
  return wireRows<ExportedLink>(
    db,
    sql`select purpose, ${instant('created_at')} as created_at,
        ${instant('expires_at')} as expires_at, ${instant('used_at')} as used_at
      from account_links where user_id = ${userId} order by account_links.created_at`,
  )
}

/** When a letter was last printed for each of these accounts that has one that works. */
export async function listLetters(
  db: Database,
  userIds: number[],
): Promise<{ userId: number; printedAt: string }[]> {
  return wireRows(
    db,
    sql`select user_id as "userId", ${instant('created_at')} as "printedAt" from account_links
      where user_id = any(${userIds}) and purpose = 'letter' and used_at is null and ${isInTime}`,
  )
}

/** After a restore: some may have been used or ended since the backup. Owners keep what undoes a thief's work. */
export async function deleteUnusedLinks(tx: Transaction): Promise<void> {
  await exec(
    tx,
    sql`delete from account_links
      where used_at is null and purpose in ('activate', 'letter', 'restore')`,
  )
}

export async function deleteLinksOf(tx: Transaction, userId: number): Promise<void> {
  await exec(tx, sql`delete from account_links where user_id = ${userId}`)
}
