import { MAX_DOCUMENT_AGE_DAYS, type NewsEvent } from '@carpeta/domain/news/news-rules'
import type { Database, Transaction } from '../db/client.ts'
import { exec, maybeOne, one, sql } from '../db/query.ts'
import { categoryOf, newlyVisible, titleFor } from '../member-documents/own-documents-store.ts'

/** News for one member. */
interface MemberNews extends NewsEvent {
  userId: number
  saleCode: string
}

export async function insertLoad(
  tx: Transaction,
  loadId: number,
  isPaused: boolean,
): Promise<void> {
  await exec(tx, sql`insert into news_loads ${sql.insert({ loadId, isPaused })}`)
}

/** Locks the load that the present figures come from; an undo waits. Null before the first. */
export async function lockPresentLoad(tx: Transaction): Promise<number | null> {
  const load = await maybeOne<{ loadId: number }>(
    tx,
    sql`select load_id from news_loads
      where load_id = (select max(load_id) from news_loads where not is_undone) and not is_undone
      for update`,
  )
  return load?.loadId ?? null
}

/**
 * Inserts news that the member does not have yet. Retracted news appear again, but not in
 * another email if the first was sent.
 */
export async function insertNews(
  tx: Transaction,
  loadId: number,
  news: MemberNews[],
): Promise<void> {
  if (news.length === 0) return
  await exec(
    tx,
    sql`insert into news (user_id, sale_code, kind, subject, date, load_id)
      select found.*, ${loadId}::integer from unnest(
        ${news.map(({ userId }) => userId)}::integer[],
        ${news.map(({ saleCode }) => saleCode)}::text[],
        ${news.map(({ kind }) => kind)}::text[],
        ${news.map(({ subject }) => subject)}::text[],
        ${news.map(({ date }) => date)}::date[]) as found
      on conflict (user_id, sale_code, kind, md5(subject)) do update set
        load_id = excluded.load_id, date = excluded.date, told_at = now(), retracted_at = null,
        email_id = (
          select emails.id from news_emails emails
          where emails.id = news.email_id and emails.state <> 'cancelled')
      where news.retracted_at is not null`,
  )
}

/** Tells holders of documents that became visible. @returns nothing for those told before */
export async function insertDocumentNews(tx: Transaction, loadId: number): Promise<void> {
  await exec(
    tx,
    sql`insert into news (user_id, sale_code, kind, subject, date, load_id)
      select user_id, sale_code, 'document', subject, date, ${loadId}::integer
      from (${newlyVisible(MAX_DOCUMENT_AGE_DAYS)}) found
      on conflict (user_id, sale_code, kind, md5(subject)) do nothing`,
  )
}

/** Creates an email for each member with news in this transaction. @returns how many */
export async function insertEmails(tx: Transaction, loadId: number): Promise<number> {
  // `now()` is when the transaction began.
  const isToldNow = sql`news.load_id = ${loadId} and news.told_at = now() and news.email_id is null`
  const { created } = await one<{ created: number }>(
    tx,
    sql`with emails as (
        insert into news_emails (load_id, user_id)
        select distinct ${loadId}::integer, users.id
        from news join users on users.id = news.user_id
        where ${isToldNow} and ${isEmailed}
        returning id, user_id
      ), linked as (
        update news set email_id = emails.id
        from emails join users on users.id = emails.user_id
        where news.user_id = emails.user_id and ${isToldNow} and ${isEmailed}
      )
      select count(*) as created from emails`,
  )
  return created
}

/** A condition on `users`: the account can read its news in the portal, and gets emails. */
export const getsEmails = sql`users.deleted_at is null and users.is_active
  and users.password_hash is not null and users.email <> ''`

const documentId = sql`case when news.kind = 'document' then news.subject::integer end`

const documentTitle = titleFor(documentId)

/** Selects the `subject` as it is told. A condition on `news` and `sales`. */
export const toldSubject = sql`case when news.kind = 'document' then coalesce(${documentTitle}, '')
  else news.subject end`

/** A condition on `news` and `sales`: not of a document that was withdrawn since. */
export const isStillTrue = sql`(news.kind <> 'document' or ${documentTitle} is not null)`

/**
 * A condition on `news` and `users`: the member wants emails with news of this kind. Documents follow the
 * preference of their category, and else that of announcements.
 */
export const isWanted = sql`case news.kind when 'deed' then users.wants_deed_emails
  when 'payment' then users.wants_payment_emails
  when 'document' then case ${categoryOf(documentId)} when 'deed' then users.wants_deed_emails
    when 'payments' then users.wants_payment_emails else users.wants_announcement_emails end
  else users.wants_due_emails end`

const isEmailed = sql`${getsEmails} and ${isWanted}`

/** News that `retractNews` cannot take back. */
export function countToldNews(
  db: Database | Transaction,
  loadId: number,
): Promise<{ read: number; emailed: number }> {
  return one(
    db,
    sql`select
        (select count(*) from news
          where load_id = ${loadId} and read_at is not null and retracted_at is null) as read,
        (select count(*) from news_emails where load_id = ${loadId} and state = 'sent') as emailed`,
  )
}

/** Takes back the unread news that the figures of an undone load gave, and its emails that were not sent. */
export async function retractNews(tx: Transaction, loadId: number): Promise<void> {
  await exec(tx, sql`update news_loads set is_undone = true where load_id = ${loadId}`)
  await exec(
    tx,
    sql`update news set retracted_at = now()
      where load_id = ${loadId} and read_at is null and retracted_at is null
        and kind <> 'document'`,
  )
  await exec(
    tx,
    sql`update news_emails set state = 'cancelled', updated_at = now()
      where load_id = ${loadId} and state in ('waiting', 'queued')`,
  )
}

/** News from that many days ago, and emails of the same age. @returns how many news */
export function deleteOldNews(db: Database, days: number): Promise<number> {
  return db.transaction(async (tx) => {
    const isOld = (column: 'told_at' | 'created_at') =>
      sql`${sql.identifier(column)} < now() - ${days} * interval '1 day'`
    const deleted = await exec(tx, sql`delete from news where ${isOld('told_at')}`)
    await exec(tx, sql`delete from news_emails where ${isOld('created_at')}`)
    return deleted
  })
}
