import { type CalendarDate, dateOrNull } from '@carpeta/domain/dates/dates'
import { parseUf } from '@carpeta/domain/money/money'
import {
  MAX_DOCUMENT_AGE_DAYS,
  MAX_OVERDUE_DAYS,
  type NewsEvent,
  type NewsKind,
  type SaleVersion,
} from '@carpeta/domain/news/news-rules'
import type { ReminderDays } from '@carpeta/domain/news/reminder-days'
import type { FindingCode } from '@carpeta/domain/sales/doubtful-figures'
import type { DeedTracking, Instalment } from '@carpeta/domain/sales/sale'
import { deedFields } from '@carpeta/domain/sales/sale-fields'
import type { Database, JobDatabase, Transaction } from '../db/client.ts'
import { exec, many, maybeOne, one, readByCursor, type SQL, sql } from '../db/query.ts'
import { columnOf } from '../db/table-shape.ts'
import {
  categoryOf,
  isVisibleSince,
  newlyVisible,
  titleFor,
} from '../member-documents/own-documents-store.ts'
import { getsEmails, wantsDocumentEmails } from '../people/email-preferences-store.ts'
import { isVisibleSale, saleBalance } from '../sales/sales-store.ts'

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
 * Inserts news that the member does not have yet, and leaves the others unlocked. Retracted news appear again, but not
 * in another email if the first was sent.
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
        ${news.map(({ date }) => date)}::date[]) as found(user_id, sale_code, kind, subject, date)
      where not exists (
        select from news told where told.user_id = found.user_id and told.sale_code = found.sale_code
          and told.kind = found.kind and md5(told.subject) = md5(found.subject)
          and told.retracted_at is null)
      on conflict (user_id, sale_code, kind, md5(subject)) do update set
        load_id = excluded.load_id, date = excluded.date, told_at = now(), retracted_at = null,
        email_id = (
          select emails.id from news_emails emails
          where emails.id = news.email_id and emails.state <> 'cancelled')
      where news.retracted_at is not null`,
  )
}

/** Tells holders of documents that became visible. @returns nothing for those told before */
export async function insertDocumentNews(
  tx: Transaction,
  loadId: number,
  since = isVisibleSince(MAX_DOCUMENT_AGE_DAYS),
): Promise<void> {
  await exec(
    tx,
    sql`insert into news (user_id, sale_code, kind, subject, date, load_id)
      select user_id, sale_code, 'document', subject, date, ${loadId}::integer
      from (${newlyVisible(since)}) found
      on conflict (user_id, sale_code, kind, md5(subject)) do nothing`,
  )
}

/**
 * Puts the news of this transaction into an email for each member, or into the one of this load that still
 * waits, as while it is paused. @returns how many were created
 */
export async function insertEmails(tx: Transaction, loadId: number): Promise<number> {
  // `now()` is when the transaction began.
  const isToldNow = sql`news.load_id = ${loadId} and news.told_at = now() and news.email_id is null`
  const { created } = await one<{ created: number }>(
    tx,
    sql`with members as (
        select distinct users.id from news join users on users.id = news.user_id
        where ${isToldNow} and ${isEmailed}
      ), waiting as (
        select id, user_id from news_emails
        where load_id = ${loadId} and state = 'waiting' and user_id in (select id from members)
        order by id for update
      ), created as (
        insert into news_emails (load_id, user_id)
        select ${loadId}::integer, id from members where id not in (select user_id from waiting)
        returning id, user_id
      ), linked as (
        update news set email_id = emails.id
        from (select min(id) as id, user_id from waiting group by user_id
            union all select id, user_id from created) emails
        join users on users.id = emails.user_id
        where news.user_id = emails.user_id and ${isToldNow} and ${isEmailed}
      )
      select count(*) as created from created`,
  )
  return created
}

const documentId = sql`case when news.kind = 'document' then news.subject::integer end`

const member = sql`(select users.rut from users where users.id = news.user_id)`
const documentTitle = titleFor(documentId, member)

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
  when 'document' then ${wantsDocumentEmails(categoryOf(documentId))}
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

/**
 * Takes back the unread news that the figures of an undone load gave, and its emails that were not sent. A
 * document whose email was one of them is told again by the next job.
 */
export async function retractNews(tx: Transaction, loadId: number): Promise<void> {
  await exec(
    tx,
    sql`update news_loads set is_undone = true, is_held = false where load_id = ${loadId}`,
  )
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
  await exec(
    tx,
    sql`delete from news using news_emails emails
      where news.load_id = ${loadId} and news.kind = 'document' and read_at is null
        and emails.id = news.email_id and emails.state = 'cancelled'`,
  )
}

/** News from that many days ago, and emails of the same age. @returns how many news */
export function deleteOldNews(db: JobDatabase, days: number): Promise<number> {
  return db.transaction(async (tx) => {
    const isOld = (column: 'told_at' | 'created_at') =>
      sql`${sql.identifier(column)} < now() - ${days} * interval '1 day'`
    const deleted = await exec(tx, sql`delete from news where ${isOld('told_at')}`)
    await exec(tx, sql`delete from news_emails where ${isOld('created_at')}`)
    return deleted
  })
}

export interface OwnNews {
  id: number
  kind: NewsKind
  subject: string
  date: string | null
  code: string
  project: string
  type: string
  lot: string
  toldAt: Date
  readAt: Date | null
}

interface Member {
  id: number
  rut: string
}

/** News of sales that the member sees now. */
function newsOf({ id, rut }: Member): SQL {
  return sql`news join sales on sales.code = sale_code and sales.holder_rut = ${rut}
    where user_id = ${id} and retracted_at is null and ${isVisibleSale} and ${isStillTrue}`
}

export function countNews(db: Database, member: Member): Promise<{ all: number; unread: number }> {
  return one(
    db,
    sql`select count(*) as all, count(*) filter (where read_at is null) as unread
      from ${newsOf(member)}`,
  )
}

/** The newest first. */
export function listNews(
  db: Database,
  member: Member,
  { offset, limit }: { offset: number; limit: number },
): Promise<OwnNews[]> {
  return many<OwnNews>(
    db,
    sql`select found.*, coalesce(type, '') as type, coalesce(lot, '') as lot
      from (
        select news.id, kind, ${toldSubject} as subject, news.date, sales.code, project, told_at, read_at,
          sales.id as sale_id
        from ${newsOf(member)}
        order by told_at desc, news.id desc offset ${offset} limit ${limit}
      ) as found
      left join sale_properties on sale_properties.sale_id = found.sale_id and position = 0
      order by told_at desc, found.id desc`,
  )
}

/** Marks this and all earlier news as read. @returns false when it is not the member's */
export async function markRead(tx: Transaction, userId: number, through: number): Promise<boolean> {
  const last = sql`(select told_at, id from news where id = ${through} and user_id = ${userId})`
  const { isOwn } = await one<{ isOwn: boolean }>(tx, sql`select exists ${last} as is_own`)
  if (!isOwn) return false
  await exec(
    tx,
    sql`update news set read_at = now()
      where user_id = ${userId} and read_at is null and retracted_at is null
        and (told_at, id) <= ${last}`,
  )
  return true
}

/** Selects `code` and `body`, a `saleBody`: the sales that a load changed, as they were. */
export type FormerVersions = SQL

/** A condition on `sales`: they were not approved before, whatever date accounting gives the approval. */
export function wasNotApproved(former: FormerVersions): SQL {
  return sql`sales.code in (
    select code from (${former}) as changed where body -> 'sale' ->> 'approved_on' is null)`
}

/** A sale that a load changed, for the member who saw it before and sees it now. */
interface ChangedSale {
  userId: number
  saleCode: string
  before: SaleVersion
  after: SaleVersion
  /** The day of the cut-off of `before`. */
  formerCutoff: CalendarDate
  doubtful: FindingCode[]
}

export type Row = Record<string, unknown>

interface StoredChange {
  userId: number
  saleCode: string
  deedBefore: Row | null
  deedAfter: Row | null
  paymentsBefore: Row[] | null
  paymentsAfter: Row[] | null
  formerCutoff: CalendarDate
  doubtful: FindingCode[]
}

/** `former` is a `saleBody`: the holder is the same, and saw the sale. */
const wasSeen = sql`former ->> 'holder_rut' = sales.holder_rut
  and former ->> 'approved_on' is not null and former ->> 'withdrawn_at' is null
  and former ->> 'holder_erased_at' is null and not (former ->> 'is_sample')::boolean`

/** The changed sales in which the deed or the payments differ, some at a time. */
export async function* readChangedSales(
  tx: Transaction,
  former: FormerVersions,
): AsyncGenerator<ChangedSale[]> {
  const query = sql`select users.id as user_id, sales.code as sale_code,
        deed_before, deed_after, payments_before, payments_after,
        ${inSantiago(`(former ->> 'as_of')::timestamptz`)} as former_cutoff,
        ${doubtfulOfSale} as doubtful
      from (${former}) as changed
      join sales on sales.code = changed.code
      join users on users.rut = sales.holder_rut and users.deleted_at is null,
      lateral (
        select body -> 'sale' as former, body -> 'deed' -> 0 as deed_before,
          body -> 'payments' as payments_before,
          (select to_jsonb(deed_trackings) - 'sale_id' from deed_trackings
            where sale_id = sales.id) as deed_after,
          (select coalesce(jsonb_agg(to_jsonb(payments) - 'sale_id'), '[]') from payments
            where sale_id = sales.id) as payments_after
        offset 0
      ) as versions
      where ${isVisibleSale} and ${wasSeen}
        and (deed_before is distinct from deed_after or payments_before <> payments_after)`
  for await (const rows of readByCursor<StoredChange>(tx, 'changed_sales', query)) {
    yield rows.map(readChange)
  }
}

function readChange(row: StoredChange): ChangedSale {
  return {
    userId: row.userId,
    saleCode: row.saleCode,
    doubtful: row.doubtful,
    formerCutoff: row.formerCutoff,
    before: { deed: readDeed(row.deedBefore), payments: readPayments(row.paymentsBefore) },
    after: { deed: readDeed(row.deedAfter), payments: readPayments(row.paymentsAfter) },
  }
}

function readDeed(row: Row | null): DeedTracking | null {
  if (row === null) return null
  const values = Object.entries(deedFields).map(([name, { kind }]) => {
    const value = row[columnOf(name)]
    return [name, kind === 'date' ? dateOrNull(value) : String(value ?? '')]
  })
  return Object.fromEntries(values)
}

function readPayments(rows: Row[] | null): SaleVersion['payments'] {
  return (rows ?? []).map(({ key, amount, deposited_on }) => ({
    key: String(key),
    amount: parseUf(amount),
    depositedOn: dateOrNull(deposited_on),
  }))
}

/** The instalments of one sale that are due around today, paid or not. */
interface SaleInstalments {
  userId: number
  saleId: number
  saleCode: string
  asOf: CalendarDate
  firstLoadedOn: CalendarDate | null
  /** The member's choice. */
  reminderDays: ReminderDays
  doubtful: FindingCode[]
  instalments: Instalment[]
}

type StoredInstalments = Omit<SaleInstalments, 'instalments'> & { instalments: Row[] }

/** For a query on `sales`: the codes of what a check of the load doubts. */
export const doubtfulOfSale = sql`array(
  select code from sale_findings where sale_findings.sale_id = sales.id)`

/** A condition on `sales`: nobody is reminded while the balance is below zero, when the page says not to pay yet. */
export const isReminded = sql`coalesce((${saleBalance}), 0) >= 0`

/** Selects `instalments` for `readInstalments`; null without any. */
export const storedInstalments = sql`jsonb_agg(jsonb_build_object(
  'due_on', due_on, 'amount', amount, 'balance', balance, 'state', state))`

export function readInstalments(rows: Row[] | null): Instalment[] {
  return (rows ?? []).map(({ due_on, amount, balance, state }) => ({
    dueOn: dateOrNull(due_on),
    amount: parseUf(amount),
    balance: parseUf(balance),
    state: String(state ?? ''),
  }))
}

const inSantiago = (instant: string) =>
  sql.raw(`(${instant} at time zone 'America/Santiago')::date`)

/** The day of the load that brought a sale, or that of the first load. */
const firstLoadedOn = sql`coalesce(
  (select max(${inSantiago('applied_at')})
    from load_changes join loads on loads.id = load_id
    where sale_code = sales.code and kind = 'added' and state = 'applied' and not loads.is_sample),
  (select min(${inSantiago('applied_at')}) from loads
    where state = 'applied' and not is_sample))`

/**
 * Selects the instalments around `today` of the open sales of real loads; which of them are owed is left to
 * the rule of the domain.
 * Each sale asks the indexes for its own rows: right after a first load there are no statistics, and a join of all would
 * be planned for one sale.
 */
export function dueInstalments(today: CalendarDate): SQL {
  return sql`
    select users.id as user_id, sales.id as sale_id, sales.code as sale_code,
      ${inSantiago('sales.as_of')} as as_of,
      ${firstLoadedOn} as first_loaded_on, instalments,
      ${doubtfulOfSale} as doubtful,
      users.reminder_days
    from sales
    join users on users.rut = sales.holder_rut and users.deleted_at is null
    cross join lateral (
      select ${storedInstalments} as instalments
      from instalments
      where sale_id = sales.id
        and due_on between ${today}::date - ${MAX_OVERDUE_DAYS}::integer
          and ${today}::date + users.reminder_days
    ) as due
    where ${isVisibleSale} and sales.completed_on is null and not sales.is_sample
      and instalments is not null and ${isReminded}`
}

/** Some sales at a time. */
export async function* readDueInstalments(
  tx: Transaction,
  today: CalendarDate,
): AsyncGenerator<SaleInstalments[]> {
  const query = dueInstalments(today)
  for await (const rows of readByCursor<StoredInstalments>(tx, 'due_instalments', query)) {
    yield rows.map((row) => ({ ...row, instalments: readInstalments(row.instalments) }))
  }
}
