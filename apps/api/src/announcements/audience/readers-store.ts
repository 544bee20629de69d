import type { Audience } from '@carpeta/domain/announcements/announcement-rules'
import { MAX_LISTED_PEOPLE } from '@carpeta/domain/people/limited-lists'
import type { Database } from '../../db/client.ts'
import { many, one, type SQL, sql } from '../../db/query.ts'
import { canRead, isInAudience, isInAudienceOf } from './audience-store.ts'

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

export interface ReadersFilter {
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
  /** How many have pages. */
  listed: number
  isLimited: boolean
}

/** All are counted; without a filter the first 1,000 have pages. */
export async function countReaders(
  db: Database,
  announcement: Audience & { id: number },
  filter: ReadersFilter,
): Promise<ReadersCount> {
  const counts = await one<{ people: number; read: number; listed: number }>(
    db,
    sql`select count(*) as people, count(read_at) as read,
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
