import type { Audience } from '@carpeta/domain/announcements/announcement-rules'
import { MAX_LISTED_PEOPLE } from '@carpeta/domain/people/limited-lists'
import type { Database } from '../../db/client.ts'
import { countOf } from '../../db/counts/counts-store.ts'
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

/** Exact for the filters, and for an announcement that concerns few people. */
export async function countReaders(
  db: Database,
  announcement: Audience & { id: number },
  filter: ReadersFilter,
): Promise<ReadersCount> {
  const counted = isUnfiltered(filter) ? await countManyReaders(db, announcement) : null
  if (counted) return counted
  const counts = await one<{ people: number; read: number; listed: number }>(
    db,
    sql`select count(*) as people, count(read_at) as read,
        count(*) filter (where ${matching(filter)}) as listed
      ${people(announcement)}`,
  )
  return { ...counts, isLimited: false }
}

/** From what triggers and a job have counted; null for few people. */
async function countManyReaders(
  db: Database,
  { id, audience, project, condominium }: Audience & { id: number },
): Promise<ReadersCount | null> {
  const { read, reached } = await one<{ read: number; reached: number }>(
    db,
    sql`select ${countOf('announcement_reads', sql`array[${id}::integer::text]`)} as read,
      coalesce((select people from audience_counts where audience = ${audience}
        and project = ${project} and condominium = ${condominium}), 0) as reached`,
  )
  // Some readers are no longer in the audience.
  const people = Math.max(read, reached)
  if (people <= MAX_LISTED_PEOPLE) return null
  return { people, read, listed: MAX_LISTED_PEOPLE, isLimited: true }
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
