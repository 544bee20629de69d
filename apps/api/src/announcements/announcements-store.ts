import type { AnnouncementState, Audience } from '@carpeta/domain/announcements/announcement-rules'
import type { Database, Transaction } from '../db/client.ts'
import { exec, many, maybeOne, one, type SQL, scalar, sql } from '../db/query.ts'
import type { OwnProject } from '../sales/sales-store.ts'

/** The fields that staff fill in. */
export interface AnnouncementContent extends Audience {
  title: string
  body: string
  sendsEmail: boolean
  /** A calendar date, or null. */
  visibleUntil: string | null
}

export interface Announcement extends AnnouncementContent {
  id: number
  state: AnnouncementState
  version: number
  authorId: number
  updatedAt: Date
  publishedAt: Date | null
  scheduledBy: number | null
  withdrawnAt: Date | null
}

export interface CountedAnnouncement extends Announcement {
  reads: number
  queued: number
  sent: number
  failed: number
  cancelled: number
}

const columns = sql`announcements.id, state, version, title, body, audience, project, condominium,
  sends_email, visible_until::text as visible_until, author_id, announcements.updated_at,
  published_at, scheduled_by, withdrawn_at`

/** For a query on `announcements`: its readers and its emails, counted by their indexes. */
const counts = sql`
  left join lateral (
    select count(*) as reads from announcement_reads
    where announcement_id = announcements.id) readers on true
  left join lateral (
    select count(*) filter (where state in ('waiting', 'queued')) as queued,
      count(*) filter (where state = 'sent') as sent,
      count(*) filter (where state = 'failed') as failed,
      count(*) filter (where state = 'cancelled') as cancelled
    from announcement_emails where announcement_id = announcements.id) emails on true`

const counted = sql`${columns}, reads, queued, sent, failed, cancelled`

/** The first is the default. */
export const announcementOrders = ['updated_at', 'title', 'state', 'published_at'] as const
type AnnouncementOrder = (typeof announcementOrders)[number]

const orders: Record<AnnouncementOrder, SQL> = {
  updated_at: sql`updated_at`,
  title: sql`spanish_order(title) collate "C"`,
  state: sql`array_position(array['draft', 'scheduled', 'published', 'withdrawn'], state::text)`,
  published_at: sql`published_at`,
}

interface AnnouncementFilter {
  /** Part of the title, without case and accents. */
  title: string
  state: AnnouncementState | null
}

export function countAnnouncements(db: Database, filter: AnnouncementFilter): Promise<number> {
  return scalar(db, sql`select count(*) as total from announcements where ${matching(filter)}`)
}

export function listAnnouncements(
  db: Database,
  filter: AnnouncementFilter,
  page: { orderBy: AnnouncementOrder; descending: boolean; offset: number; limit: number },
): Promise<CountedAnnouncement[]> {
  const direction = page.descending ? sql`desc nulls last` : sql`asc nulls last`
  const order = sql`${orders[page.orderBy]} ${direction}, announcements.id ${direction}`
  return many<CountedAnnouncement>(
    db,
    sql`select ${counted} from (
        select * from announcements where ${matching(filter)} order by ${order}
        offset ${page.offset} limit ${page.limit}) announcements
      ${counts}
      order by ${order}`,
  )
}

function matching({ title, state }: AnnouncementFilter): SQL {
  return sql.and(
    title === '' ? null : sql`fold_text(title) like contains_pattern(${title})`,
    state === null ? null : sql`state = ${state}`,
  )
}

export function findAnnouncement(
  db: Database | Transaction,
  id: number,
): Promise<CountedAnnouncement | null> {
  return maybeOne<CountedAnnouncement>(
    db,
    sql`select ${counted} from announcements ${counts} where id = ${id}`,
  )
}

/** Locks it until the transaction ends. */
export function lockAnnouncement(tx: Transaction, id: number): Promise<Announcement | null> {
  return maybeOne<Announcement>(
    tx,
    sql`select ${columns} from announcements where id = ${id} for update`,
  )
}

export function insertAnnouncement(
  tx: Transaction,
  content: AnnouncementContent,
  authorId: number,
): Promise<number> {
  return scalar(
    tx,
    sql`insert into announcements ${sql.insert({ ...columnsOf(content), authorId })} returning id`,
  )
}

/** Every change is a new version. */
export async function saveAnnouncement(
  tx: Transaction,
  id: number,
  change: Partial<AnnouncementContent> & { state?: 'draft' | 'published' | 'withdrawn' },
): Promise<void> {
  const publication = { draft: null, published: sql`now()`, withdrawn: undefined }
  const at = change.state && {
    publishedAt: publication[change.state],
    scheduledBy: null,
    withdrawnAt: change.state === 'withdrawn' ? sql`now()` : undefined,
  }
  const row = { ...change, ...at, version: sql`version + 1`, updatedAt: sql`now()` }
  await exec(tx, sql`update announcements set ${sql.assign(row)} where id = ${id}`)
}

export async function saveSchedule(
  tx: Transaction,
  id: number,
  { at, by }: { at: Date; by: number },
): Promise<void> {
  await exec(
    tx,
    sql`update announcements set state = 'scheduled', published_at = ${at}, scheduled_by = ${by},
      version = version + 1, updated_at = now() where id = ${id}`,
  )
}

/** Those that the user scheduled since. */
export function lockScheduledBy(
  tx: Transaction,
  { userId, since }: { userId: number; since: Date },
): Promise<Announcement[]> {
  return many<Announcement>(
    tx,
    sql`select ${columns} from announcements
      where state = 'scheduled' and scheduled_by = ${userId} and updated_at >= ${since}
      order by id for update`,
  )
}

export function lockScheduled(tx: Transaction): Promise<Announcement[]> {
  return many<Announcement>(
    tx,
    sql`select ${columns} from announcements where state = 'scheduled' order by id for update`,
  )
}

export async function deleteAnnouncement(tx: Transaction, id: number): Promise<void> {
  await exec(tx, sql`delete from announcements where id = ${id}`)
}

/** Locks those that are older than the period and that no member sees any more. @returns their ids */
export async function lockOldAnnouncements(tx: Transaction, years: number): Promise<number[]> {
  const old = await many<{ id: number }>(
    tx,
    sql`select id from announcements
      where state in ('published', 'withdrawn') and published_at < now() - ${years} * interval '1 year'
        and (visible_until is null or visible_until < ${santiagosToday})
      order by id for update`,
  )
  return old.map(({ id }) => id)
}

/** Runs with the first real import. @returns their ids */
export async function lockSampleAnnouncements(tx: Transaction): Promise<number[]> {
  const sample = await many<{ id: number }>(
    tx,
    sql`select id from announcements where is_sample order by id for update`,
  )
  return sample.map(({ id }) => id)
}

export function countSampleAnnouncements(tx: Transaction): Promise<number> {
  return scalar(tx, sql`select count(*) from announcements where is_sample`)
}

const santiagosToday = sql`(now() at time zone 'America/Santiago')::date`

/** By the cooperative's calendar. */
export async function isPast(tx: Transaction, visibleUntil: string | null): Promise<boolean> {
  if (visibleUntil === null) return false
  const { past } = await one<{ past: boolean }>(
    tx,
    sql`select ${visibleUntil}::date < ${santiagosToday} as past`,
  )
  return past
}

function columnsOf(content: AnnouncementContent) {
  const { title, body, audience, project, condominium, sendsEmail, visibleUntil } = content
  return { title, body, audience, project, condominium, sendsEmail, visibleUntil }
}

/** A condition on `documents`: an announcement has it. */
export const isAnnounced = sql`exists (
  select from announcement_files where announcement_files.document_id = documents.id)`

export interface StoredFile {
  id: number
  name: string
  type: string
  size: number
  storageKey: string
}

export function listFiles(
  db: Database | Transaction,
  announcementId: number,
): Promise<StoredFile[]> {
  return many<StoredFile>(
    db,
    sql`select documents.id, announcement_files.name, type, size, storage_key
      from announcement_files join documents on documents.id = document_id
      where announcement_id = ${announcementId} order by documents.id`,
  )
}

export function findFile(
  db: Database | Transaction,
  announcementId: number,
  documentId: number,
): Promise<StoredFile | null> {
  return maybeOne<StoredFile>(
    db,
    sql`select documents.id, announcement_files.name, type, size, storage_key
      from announcement_files join documents on documents.id = document_id
      where announcement_id = ${announcementId} and documents.id = ${documentId}`,
  )
}

export function countFiles(tx: Transaction, announcementId: number): Promise<number> {
  return scalar(
    tx,
    sql`select count(*) as total from announcement_files where announcement_id = ${announcementId}`,
  )
}

export async function attachFile(
  tx: Transaction,
  file: { announcementId: number; documentId: number; name: string },
): Promise<void> {
  await exec(tx, sql`insert into announcement_files ${sql.insert(file)}`)
}

/** The copy has the same documents. */
export async function copyFiles(tx: Transaction, from: number, to: number): Promise<void> {
  await exec(
    tx,
    sql`insert into announcement_files (announcement_id, document_id, name)
      select ${to}, document_id, name from announcement_files where announcement_id = ${from}`,
  )
}

export async function detachFile(
  tx: Transaction,
  announcementId: number,
  documentId: number,
): Promise<void> {
  await exec(
    tx,
    sql`delete from announcement_files
      where announcement_id = ${announcementId} and document_id = ${documentId}`,
  )
}

/** @returns the documents, of which a copy may still have some */
export async function detachFiles(tx: Transaction, announcementIds: number[]): Promise<number[]> {
  const detached = await many<{ documentId: number }>(
    tx,
    sql`delete from announcement_files where announcement_id = any(${announcementIds})
      returning document_id`,
  )
  return [...new Set(detached.map(({ documentId }) => documentId))]
}

export interface MemberAnnouncement {
  id: number
  title: string
  body: string
  visibleUntil: string | null
  publishedAt: Date
  readAt: Date | null
}

const MAX_LISTED = 100

/** A condition on `announcements`: published, and not over. */
export const isShown = sql`announcements.state = 'published'
  and (visible_until is null or visible_until >= ${santiagosToday})`

/** Shown, and for all members or for one of these projects. */
function concerning(projects: OwnProject[]): SQL {
  const names = projects.map(({ project }) => project)
  const condominiums = projects.map(({ condominium }) => condominium)
  return sql`${isShown} and exists (
    select from unnest(${names}::text[], ${condominiums}::text[]) as own (project, condominium)
    where announcements.audience = 'all'
      or announcements.project = own.project and announcements.condominium in ('', own.condominium))`
}

const shownColumns = sql`id, title, body, visible_until::text as visible_until, published_at, read_at`

function withReads(userId: number): SQL {
  return sql`announcements left join announcement_reads
    on announcement_id = announcements.id and user_id = ${userId}`
}

/** The last published first. */
export function listConcerning(
  db: Database,
  userId: number,
  projects: OwnProject[],
): Promise<MemberAnnouncement[]> {
  return many<MemberAnnouncement>(
    db,
    sql`select ${shownColumns} from ${withReads(userId)} where ${concerning(projects)}
      order by published_at desc, id desc limit ${MAX_LISTED}`,
  )
}

export function findConcerning(
  db: Database | Transaction,
  userId: number,
  projects: OwnProject[],
  id: number,
): Promise<MemberAnnouncement | null> {
  return maybeOne<MemberAnnouncement>(
    db,
    sql`select ${shownColumns} from ${withReads(userId)} where id = ${id} and ${concerning(projects)}`,
  )
}

/** The first time counts. */
export async function insertRead(tx: Transaction, id: number, userId: number): Promise<void> {
  await exec(
    tx,
    sql`insert into announcement_reads ${sql.insert({ announcementId: id, userId })}
      on conflict do nothing`,
  )
}
