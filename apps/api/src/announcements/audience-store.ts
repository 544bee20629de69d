import type { Audience, Reach } from '@carpeta/domain/announcements/announcement-rules'
import { MAX_LISTED_PEOPLE } from '@carpeta/domain/people/limited-lists'
import type { Database, Transaction } from '../db/client.ts'
import { exec, many, one, type SQL, scalar, sql, wireRows } from '../db/query.ts'
import { isVisibleSale } from '../sales/sales-store.ts'

/** A condition on `users`: the account can read announcements in the portal. */
const canRead = sql`users.deleted_at is null and users.is_active
  and users.password_hash is not null`

/** A condition on `users`: the account also gets announcements by email. */
export const getsEmails = sql`${canRead} and users.email <> '' and users.wants_announcement_emails`

/** A condition on `users`: a visible sale of the person belongs to the audience. */
function isInAudience(audience: Audience): SQL {
  return sql`users.rut in (select holder_rut from sales where ${salesOf(audience)})`
}

/** A condition on `users` and `announcements`: a visible sale of the person belongs to the audience. */
export const isInItsAudience = sql`exists (select from sales
  where holder_rut = users.rut and ${isVisibleSale}
    and (audience = 'all' or announcements.project = sales.project
      and announcements.condominium in ('', sales.condominium)))`

/** For one person of `users`: whether a visible sale belongs to the audience, as `is_in_audience`. */
function isInAudienceOf(audience: Audience): SQL {
  return sql`select true as is_in_audience from sales
    where holder_rut = users.rut and ${salesOf(audience)} limit 1`
}

function salesOf({ audience, project, condominium }: Audience): SQL {
  return sql.and(
    isVisibleSale,
    audience === 'all' ? null : sql`project = ${project}`,
    audience === 'condominium' ? sql`condominium = ${condominium}` : null,
  )
}

/** The holders of the audience's sales, with an account or without. */
export function countHolders(tx: Transaction, audience: Audience): Promise<number> {
  return scalar(
    tx,
    sql`select count(distinct holder_rut) as holders from sales where ${salesOf(audience)}`,
  )
}

/**
 * Every audience that has a visible sale, and all members, with the people whom it reaches. A person with
 * two sales of a project counts once: with the first of them in one order of all sales.
 */
export function listReach(db: Database): Promise<(Audience & Reach)[]> {
  return wireRows<Audience & Reach>(
    db,
    sql`with places as (
        select distinct holder_rut, project, condominium from sales where ${isVisibleSale}
      ), holders as (
        select project, condominium, coalesce(${canRead}, false) as can_read,
          coalesce(${getsEmails}, false) as gets_emails,
          lag(holder_rut) over sorted is distinct from holder_rut as is_first,
          (lag(holder_rut) over sorted, lag(project) over sorted)
            is distinct from (holder_rut, project) as is_first_of_project
        from places left join users on users.rut = holder_rut and users.deleted_at is null
        window sorted as (order by holder_rut, project, condominium)
      ), counted as (
        select project, condominium, is_first, is_first_of_project,
          count(*) filter (where can_read) as people, count(*) filter (where gets_emails) as emails,
          count(*) filter (where not can_read) as without_account
        from holders group by project, condominium, is_first, is_first_of_project
        union all select '', '', true, false, 0, 0, 0
      )
      select audience, audiences.project, audiences.condominium, sum(people)::integer as people,
        sum(emails)::integer as emails, sum(without_account)::integer as without_account
      from counted cross join lateral (values
        ('all', '', '', is_first),
        ('project', project, '', is_first_of_project and project <> ''),
        ('condominium', project, condominium, project <> '' and condominium <> '')
      ) audiences (audience, project, condominium, counts)
      where counts
      group by audience, audiences.project, audiences.condominium
      order by spanish_order(audiences.project) collate "C", audiences.project,
        spanish_order(audiences.condominium) collate "C", audiences.condominium`,
  )
}

/** Fixes the recipients. @returns how many */
export function insertRecipients(
  tx: Transaction,
  announcementId: number,
  audience: Audience,
): Promise<number> {
  return exec(
    tx,
    sql`insert into announcement_emails (announcement_id, user_id)
      select ${announcementId}::integer, users.id from users
      where ${getsEmails} and ${isInAudience(audience)}`,
  )
}

export interface Reader {
  id: number
  name: string
  rut: string | null
  readAt: Date | null
  emailState: 'queued' | 'sent' | 'failed' | 'cancelled' | null
  emailFailure: string
}

export const readerOrders = ['name', 'read_at'] as const

const orders: Record<(typeof readerOrders)[number], SQL> = {
  name: sql`spanish_order(users.first_name || ' ' || users.last_name) collate "C"`,
  // Who has not read it comes last in both directions.
  read_at: sql`read_at is null, read_at`,
}

interface ReadersFilter {
  name: string
  rut: string
  isRead: boolean | null
  email: string
}

const emailState = sql`case emails.state when 'waiting' then 'queued' else emails.state end`

/**
 * Whom an announcement concerns now, who has read it, and who was to get its email: a former
 * holder has still read it.
 */
function people(announcement: Audience & { id: number }): SQL {
  return sql`${withReads(announcement)}
    where users.deleted_at is null and (reads.user_id is not null or emails.user_id is not null
      or (${canRead} and ${isInAudience(announcement)}))`
}

/** The same people, whose sales are looked up one by one: a page by name reads few of very many. */
function oneByOne(announcement: Audience & { id: number }): SQL {
  return sql`${withReads(announcement)}
    left join lateral (${isInAudienceOf(announcement)}) own on ${canRead}
    where users.deleted_at is null
      and (reads.user_id is not null or emails.user_id is not null or is_in_audience)`
}

function withReads(announcement: Audience & { id: number }): SQL {
  return sql`from users
    left join announcement_reads reads
      on reads.user_id = users.id and reads.announcement_id = ${announcement.id}
    left join announcement_emails emails
      on emails.user_id = users.id and emails.announcement_id = ${announcement.id}`
}

function matching({ name, rut, isRead, email }: ReadersFilter): SQL {
  return sql.and(
    name === '' ? null : sql`users.folded_name like contains_pattern(${name})`,
    rut === '' ? null : sql`users.folded_rut like contains_pattern(${rut})`,
    isRead === null ? null : sql`(read_at is not null) = ${isRead}`,
    email === '' ? null : sql`${emailState} = ${email}`,
  )
}

interface ReadersCount {
  /** Without the filter. */
  people: number
  read: number
  /** Whose email was not delivered. */
  undelivered: number
  /** The number of people that can be paged through. */
  listed: number
  isLimited: boolean
}

/** All are counted; without a filter the first 1,000 have pages. */
export async function countReaders(
  db: Database,
  announcement: Audience & { id: number },
  filter: ReadersFilter,
): Promise<ReadersCount> {
  const counts = await one<Omit<ReadersCount, 'isLimited'>>(
    db,
    sql`select count(*) as people, count(read_at) as read,
        count(*) filter (where emails.state = 'failed') as undelivered,
        count(*) filter (where ${matching(filter)}) as listed
      ${people(announcement)}`,
  )
  const isLimited = isUnfiltered(filter) && counts.listed > MAX_LISTED_PEOPLE
  return { ...counts, listed: isLimited ? MAX_LISTED_PEOPLE : counts.listed, isLimited }
}

function isUnfiltered({ name, rut, isRead, email }: ReadersFilter): boolean {
  return name === '' && rut === '' && isRead === null && email === ''
}

export function listReaders(
  db: Database,
  announcement: Audience & { id: number },
  filter: ReadersFilter,
  page: {
    orderBy: (typeof readerOrders)[number]
    descending: boolean
    offset: number
    limit: number
    isLimited: boolean
  },
): Promise<Reader[]> {
  const direction = page.descending ? sql`desc` : sql`asc`
  const isByName = page.orderBy === 'name'
  const source = page.isLimited && isByName ? oneByOne(announcement) : people(announcement)
  return many<Reader>(
    db,
    sql`select users.id, trim(users.first_name || ' ' || users.last_name) as name, users.rut,
        read_at, ${emailState} as email_state, coalesce(failure, '') as email_failure
      ${source} and ${matching(filter)}
      order by ${orders[page.orderBy]} ${direction}, users.id ${direction}
      offset ${page.offset} limit ${page.limit}`,
  )
}
