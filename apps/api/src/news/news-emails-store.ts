import type { LoadEmail, LoadEmailsSummary } from '@carpeta/contract/news'
import type { NewsEvent } from '@carpeta/domain/news/news-rules'
import type { FindingCode } from '@carpeta/domain/sales/doubtful-figures'
import type { Instalment } from '@carpeta/domain/sales/sale'
import type { Database, Transaction } from '../db/client.ts'
import { exec, instant, many, maybeOne, type SQL, sql, wireRows } from '../db/query.ts'
import { getsEmails } from '../people/email-preferences-store.ts'
import { hasPaymentLike, isVisibleSale } from '../sales/sales-store.ts'
import {
  doubtfulOfSale,
  isReminded,
  isStillTrue,
  isWanted,
  type Row,
  readInstalments,
  storedInstalments,
  toldSubject,
} from './news-store.ts'

/** A condition on `news_loads`: no email goes out now. */
const isStopped = sql`(is_paused or is_held)`

/**
 * Takes the next emails that have no job; none while those of the load are stopped. Of two concurrent calls the
 * second waits and takes others.
 */
export async function takeWaiting(
  tx: Transaction,
  loadId: number,
  limit: number,
): Promise<number[]> {
  const taken = await many<{ id: number }>(
    tx,
    // Materialized: a subquery with a limit may run more than once and take more.
    sql`with next as materialized (
        select id from news_emails
        where load_id = ${loadId} and state = 'waiting'
          and exists (select from news_loads where load_id = ${loadId} and not ${isStopped})
        order by id limit ${limit} for update
      )
      update news_emails set state = 'queued', updated_at = now()
      from next where news_emails.id = next.id
      returning news_emails.id`,
  )
  return taken.map(({ id }) => id)
}

export interface DueDigest {
  firstName: string
  email: string
  /** The account still gets emails. */
  isDue: boolean
  isStopped: boolean
  /** News that the member has not read in the portal meanwhile. */
  news: DueNews[]
}

export interface DueNews extends NewsEvent {
  saleId: number
  code: string
  project: string
  type: string
  lot: string
  /** The sale's instalments of this date; none when it is completed or in credit, since nobody pays it. */
  instalments: Instalment[]
  doubtful: FindingCode[]
}

/** Null once it was sent, failed, was cancelled or waits again. */
export async function findQueuedEmail(db: Database, id: number): Promise<DueDigest | null> {
  const digest = await maybeOne<Omit<DueDigest, 'news'>>(
    db,
    sql`select first_name, email, ${getsEmails} as is_due, ${isStopped} as is_stopped
      from news_emails
      join users on users.id = user_id
      join news_loads using (load_id)
      where news_emails.id = ${id} and state = 'queued'`,
  )
  return digest && { ...digest, news: await listNewsOf(db, id) }
}

/**
 * Only about sales that the member still sees, and of kinds that the member still wants. Of a payment accounting must
 * have one of that number or day.
 */
async function listNewsOf(db: Database, emailId: number): Promise<DueNews[]> {
  const news = await many<Omit<DueNews, 'instalments'> & { instalments: Row[] | null }>(
    db,
    sql`select kind, ${toldSubject} as subject, news.date, sales.id as sale_id, sales.code, project,
        coalesce(type, '') as type, coalesce(lot, '') as lot,
        (select ${storedInstalments} from instalments
          where instalments.sale_id = sales.id and due_on = news.date
            and sales.completed_on is null and ${isReminded}) as instalments,
        ${doubtfulOfSale} as doubtful
      from news
      join users on users.id = user_id
      join sales on sales.code = sale_code and sales.holder_rut = users.rut
      left join sale_properties on sale_properties.sale_id = sales.id and position = 0
      where email_id = ${emailId} and read_at is null and retracted_at is null
        and ${isWanted} and ${isVisibleSale} and ${isStillTrue}
        and (kind <> 'payment' or ${hasPaymentLike({
          key: sql`news.subject`,
          depositedOn: sql`news.date`,
        })})
      order by sales.code, news.id`,
  )
  return news.map((each) => ({ ...each, instalments: readInstalments(each.instalments) }))
}

/** After a stop that came when the job existed. @returns false when it is over, and the email's turn has come */
export async function returnToWaiting(db: Database, id: number): Promise<boolean> {
  const returned = await exec(
    db,
    // The end of the stop waits for this, so that its batch takes the email.
    sql`with stopped as materialized (
        select load_id from news_loads
        where load_id = (select load_id from news_emails where id = ${id}) and ${isStopped} for share
      )
      update news_emails set state = 'waiting', updated_at = now()
      from stopped where id = ${id} and state = 'queued'`,
  )
  return returned === 1
}

/** A load may be undone while its email is being sent: then the email was sent all the same. */
export async function recordEmailOutcome(
  db: Database,
  id: number,
  state: 'sent' | 'failed' | 'cancelled',
  failure = '',
): Promise<void> {
  await exec(
    db,
    sql`update news_emails set state = ${state}, failure = ${failure}, updated_at = now()
      where id = ${id} and state in ('queued', 'cancelled')`,
  )
}

const state = sql`case news_emails.state when 'queued' then 'waiting' else news_emails.state end`

const counted = (value: LoadEmail['state']) =>
  sql`(count(news_emails.id) filter (where ${state} = ${value})) as ${sql.identifier(value)}`

/** Null for a load without news: a dry run, a refused load, or the sample. */
export async function findSummary(
  db: Database | Transaction,
  loadId: number,
): Promise<LoadEmailsSummary | null> {
  const [summary] = await wireRows<LoadEmailsSummary>(
    db,
    sql`select is_paused, is_held, is_undone, ${counted('waiting')}, ${counted('sent')}, ${counted('failed')},
        ${counted('cancelled')}
      from news_loads left join news_emails on news_emails.load_id = news_loads.load_id
      where news_loads.load_id = ${loadId} group by news_loads.load_id`,
  )
  return summary ?? null
}

function emailsOf(loadId: number, only: string): SQL {
  return sql`news_emails join users on users.id = user_id
    where load_id = ${loadId} and (${only} = '' or ${state} = ${only})`
}

export async function countEmails(db: Database, loadId: number, only: string): Promise<number> {
  const found = await maybeOne<{ total: number }>(
    db,
    sql`select count(*) as total from ${emailsOf(loadId, only)}`,
  )
  return found?.total ?? 0
}

/** Failed emails first, then by name. */
export function listEmails(
  db: Database,
  loadId: number,
  only: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<LoadEmail[]> {
  return wireRows<LoadEmail>(
    db,
    sql`select news_emails.id, user_id, trim(users.first_name || ' ' || users.last_name) as name,
        users.email, ${state} as state, failure,
        (select count(*) from news where email_id = news_emails.id) as news,
        ${instant('news_emails.updated_at')} as at
      from ${emailsOf(loadId, only)}
      order by ${state} <> 'failed',
        spanish_order(users.first_name || ' ' || users.last_name) collate "C", news_emails.id
      offset ${offset} limit ${limit}`,
  )
}

/** Locks the load. Null for one without news. */
export function lockNewsLoad(
  tx: Transaction,
  loadId: number,
): Promise<{ isPaused: boolean; isHeld: boolean } | null> {
  return maybeOne(
    tx,
    sql`select is_paused, is_held from news_loads where load_id = ${loadId} for update`,
  )
}

export async function setPaused(tx: Transaction, loadId: number, isPaused: boolean): Promise<void> {
  await exec(tx, sql`update news_loads set is_paused = ${isPaused} where load_id = ${loadId}`)
}

export async function setHeld(tx: Transaction, loadId: number, isHeld: boolean): Promise<void> {
  await exec(tx, sql`update news_loads set is_held = ${isHeld} where load_id = ${loadId}`)
}
