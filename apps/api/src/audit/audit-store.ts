import {
  type AuditAction,
  isLimitedByHour,
  MAX_ENTRIES_AN_HOUR,
  recordedByBatch,
  tooManyEntries,
} from '@carpeta/domain/audit/audit-actions'
import { isFolded, readActions } from '@carpeta/domain/audit/sealed-facts'
import type { CalendarDate } from '@carpeta/domain/dates/dates'
import type { Month } from '@carpeta/domain/dates/months'
import { canonicalRut } from '@carpeta/domain/people/rut'
import { OPERATOR_NAME } from '@carpeta/domain/personal-data/personal-data-labels'
import type { Database, Transaction } from '../db/client.ts'
import { exec, instant, many, one, type SQL, scalar, sql, wireRows } from '../db/query.ts'
import type { AuditActor } from '../http/caller.ts'
import { Throttled } from '../http/errors.ts'
import { groupNamesOf, listAccounts } from '../people/people-store.ts'
import type { AuditEvent } from './audit-event.ts'
import { signAtCommit } from './chain.ts'
import { entryText } from './chain-store.ts'
import { readOrCreatePersonKeys } from './person-keys-store.ts'
import {
  type EntryTexts,
  openEntries,
  personsOf,
  type SealedFacts,
  sealEntry,
} from './sealed-facts.ts'

export interface AuditFilter {
  action?: string | undefined
  /** Part of a name, an email, or a rut in any spelling: what they did, and what was done to them. */
  person?: string | undefined
  /** As `person`. */
  actor?: string | undefined
  subject?: string | undefined
  subjectId?: number | undefined
  /** Calendar days in Santiago; `to` is inclusive. */
  from?: CalendarDate | undefined
  to?: CalendarDate | undefined
  /** What this user looked at or downloaded is left out. */
  withoutReadsOf?: number | undefined
}

export interface AuditRow {
  id: number
  at: string
  action: string
  objectType: string
  objectId: string
  before: Record<string, unknown>
  after: Record<string, unknown>
  reason: string
  address: string
  sealed: SealedFacts
  requestId: string
  actorId: number | null
  actorName: string | null
  onBehalfOfId: number | null
  onBehalfOfName: string | null
  subjectId: number | null
  subjectName: string | null
}

// Names are joined to the rows of a page only, and not to those that it skips.
const names = sql`
  left join users actor on actor.id = entry.actor_id
  left join users behalf on behalf.id = entry.on_behalf_of_id
  left join users subject on subject.id = entry.subject_id`

const columns = sql`
  entry.id, to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at,
  entry.action, entry.object_type, entry.object_id, entry.before, entry.after, entry.reason,
  entry.address, entry.sealed, entry.request_id,
  entry.actor_id, trim(actor.first_name || ' ' || actor.last_name) as actor_name,
  entry.on_behalf_of_id, trim(behalf.first_name || ' ' || behalf.last_name) as on_behalf_of_name,
  entry.subject_id, trim(subject.first_name || ' ' || subject.last_name) as subject_name`

/**
 * So many of the newest rows have pages, so that no call counts or skips more; the days of the filter
 * lead to earlier ones.
 */
export const MAX_ON_PAGES = 10_000

/** Newest first. */
export async function listEntries(
  db: Database,
  filter: AuditFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<AuditRow[]> {
  const page = filter.person
    ? sql`select * from audit_entries where id in (${await idsOfPerson(db, filter, { offset, limit })})`
    : sql`select * from audit_entries entry where ${await matching(db, filter)}
        order by ${newestFirst(filter)} offset ${offset} limit ${limit}`
  const rows = await many<AuditRow>(
    db,
    sql`select ${columns} from (${page}) entry ${names} order by entry.id desc`,
  )
  return openEntries(db, rows)
}

/**
 * The newest entries of what a person did and of what was done to them: two walks of an index, each of which ends with
 * the page.
 */
async function idsOfPerson(
  db: Database,
  filter: AuditFilter,
  { offset = 0, limit, before = null }: { offset?: number; limit: number; before?: SQL | null },
): Promise<SQL> {
  const { person = '' } = filter
  const where = await matching(db, filter)
  const walk = async (column: SQL) => sql`(select entry.id from audit_entries entry
    where ${sql.and(where, before, await isOneOf(db, column, person))}
    order by entry.id desc limit ${offset + limit})`
  return sql`select id from (
      ${await walk(sql`entry.actor_id`)} union ${await walk(sql`entry.subject_id`)}) either_role
    order by id desc offset ${offset} limit ${limit}`
}

const BATCH = 500

/** The next batch before this id, newest first; null starts at the newest. */
export async function entriesBefore(
  db: Database,
  filter: AuditFilter,
  id: number | null,
): Promise<AuditRow[]> {
  const before = id === null ? null : sql`entry.id < ${id}::bigint`
  const batch = filter.person
    ? sql`select * from audit_entries
        where id in (${await idsOfPerson(db, filter, { limit: BATCH, before })})`
    : sql`select * from audit_entries entry where ${sql.and(await matching(db, filter), before)}
        order by id desc limit ${BATCH}`
  const rows = await many<AuditRow>(
    db,
    sql`select ${columns} from (${batch}) entry ${names} order by entry.id desc`,
  )
  return openEntries(db, rows)
}

/** Counts up to one row more than the pages show. */
export async function countEntries(db: Database, filter: AuditFilter): Promise<number> {
  if (!filter.person) return countUpTo(db, await matching(db, filter))
  const found = await idsOfPerson(db, filter, { limit: MAX_ON_PAGES + 1 })
  return scalar(db, sql`select count(*) from (${found}) found`)
}

function countUpTo(db: Database, condition: SQL): Promise<number> {
  return scalar(
    db,
    sql`select count(*) from (
      select from audit_entries entry where ${condition} limit ${MAX_ON_PAGES + 1}) found`,
  )
}

/** The last logins of a user and the failed ones, newest first. */
export function listLogins(
  db: Database,
  userId: number,
  limit: number,
): Promise<{ at: string; is_failed: boolean }[]> {
  return wireRows(
    db,
    sql`select ${instant('at')} as at, is_failed from (
        (select id, at, false as is_failed from audit_entries
          where actor_id = ${userId} and action = 'session.login' order by id desc limit ${limit})
        union all
        (select id, at, true from audit_entries
          where subject_id = ${userId} and action = 'session.login_failed'
          order by id desc limit ${limit})) logins
      order by id desc limit ${limit}`,
  )
}

/** First activations of accounts that `isCounted` selects by `subject_id`, by month. */
export function countActivations(
  db: Database,
  { from, before }: { from: Date; before: Date },
  isCounted: (userId: SQL) => SQL,
): Promise<{ month: Month; accounts: number }[]> {
  return many(
    db,
    sql`select to_char(at at time zone 'America/Santiago', 'YYYY-MM') as month,
        count(*) as accounts
      from (select subject_id, min(at) as at from audit_entries
        where action = 'account.activated' group by subject_id) activations
      where at >= ${from} and at < ${before} and ${isCounted(sql`subject_id`)}
      group by month`,
  )
}

/** The changes that this action made to the user since then, oldest first. */
export async function listChanges(
  tx: Transaction,
  { action, subjectId, since }: { action: AuditAction; subjectId: number; since: Date },
): Promise<Pick<AuditRow, 'before' | 'after'>[]> {
  const rows = await many<Pick<AuditRow, 'actorId' | 'subjectId' | 'before' | 'after' | 'sealed'>>(
    tx,
    sql`select actor_id, subject_id, before, after, sealed from audit_entries
      where subject_id = ${subjectId} and action = ${action} and at >= ${since} order by id`,
  )
  return openEntries(tx, rows)
}

export async function isActivationRecorded(tx: Transaction, userId: number): Promise<boolean> {
  const found = await exec(
    tx,
    sql`select from audit_entries
      where action = 'account.activated' and subject_id = ${userId} limit 1`,
  )
  return found > 0
}

/**
 * Whether the owner chose a password, or logged in before staff set the first temporary one. The first superusers,
 * and accounts of earlier releases, have no activation.
 */
export async function isEntryRecorded(tx: Transaction, userId: number): Promise<boolean> {
  const found = await exec(
    tx,
    sql`select from audit_entries entered
      where subject_id = ${userId}
        and (action in ('account.activated', 'password.changed', 'password.restored')
          or action = 'session.login' and not exists (
            select from audit_entries
            where subject_id = ${userId} and action = 'password.set_temporary'
              and audit_entries.id < entered.id))
      limit 1`,
  )
  return found > 0
}

export interface AccessRow {
  id: number
  at: string
  who: string
  /** The groups of who did it, today; '' without any. */
  groups: string
  isSuperuser: boolean
  event: string
  /** The role of another member who read the sale (`'co_holder'`, `'representative'`); '' for anything else. */
  accessKind: string
  action: string
  objectType: string
  objectId: string
  inView: boolean
  reason: string
  actorId: number | null
  subjectId: number
  sealed: SealedFacts
}

/**
 * Accesses of other users and of commands to this person's data. An access in a view as the member has
 * the reason of that view.
 */
export async function listAccesses(
  db: Database,
  subjectId: number,
  { offset = 0, limit, before = null }: { offset?: number; limit: number; before?: number | null },
): Promise<AccessRow[]> {
  const rows = await many<AccessRow>(
    db,
    sql`select entry.id, to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at,
        coalesce(trim(actor.first_name || ' ' || actor.last_name), ${OPERATOR_NAME}) as who,
        ${groupNamesOf(sql`entry.actor_id`)} as groups,
        coalesce(actor.is_superuser, false) as is_superuser,
        coalesce(entry.after ->> 'event', '') as event,
        case when entry.object_type = 'sale' then coalesce(entry.after ->> 'access_kind', '')
          else '' end as access_kind,
        entry.action, entry.object_type, entry.object_id, entry.actor_id, entry.subject_id,
        coalesce(entry.on_behalf_of_id = entry.subject_id, false) as in_view,
        case when is_of_view then coalesce(began.reason, '') else entry.reason end as reason,
        jsonb_strip_nulls(jsonb_build_object('reason',
          case when is_of_view then began.sealed else entry.sealed end -> 'reason')) as sealed
      from (
        select *, coalesce(on_behalf_of_id = subject_id, false) or action = 'member.view_ended'
          as is_of_view
        from audit_entries entry where ${sql.and(byOthers(subjectId), isBefore(before))}
        order by subject_id desc, id desc offset ${offset} limit ${limit}) entry
      left join users actor on actor.id = entry.actor_id
      left join lateral (
        select reason, sealed from audit_entries began
        where is_of_view and began.subject_id = entry.subject_id
          and began.actor_id = entry.actor_id and began.action = 'member.viewed_as'
          and began.id < entry.id
        order by began.id desc limit 1) began on true
      order by entry.id desc`,
  )
  return openEntries(db, rows)
}

/** The id of the newest entry; 0 if there is none. */
export function findLastEntry(db: Database): Promise<number> {
  return scalar(db, sql`select coalesce(max(id), 0) from audit_entries`)
}

/** A condition on entries: older than this one, or any. */
export function isBefore(id: number | null): SQL {
  return id === null ? sql`true` : sql`id < ${id}::bigint`
}

/** Counts up to one row more than the pages show. */
export function countAccesses(db: Database, subjectId: number): Promise<number> {
  return countUpTo(db, byOthers(subjectId))
}

function byOthers(subjectId: number): SQL {
  // A command has no request id; an anonymous visitor has one. The index `audit_entries_by_others` says the same. Its
  // order, by both columns, is asked for by a range: after `=` the planner walks through the entries of everybody.
  return sql`entry.subject_id between ${subjectId} and ${subjectId}
    and case when entry.actor_id is null then entry.request_id = '' else entry.actor_id <> entry.subject_id end`
}

/** Without the person, who is looked for in two columns. */
async function matching(db: Database, filter: AuditFilter): Promise<SQL> {
  const { action, actor, subject, subjectId, from, to, withoutReadsOf } = filter
  return sql.and(
    subjectId ? sql`entry.subject_id = ${subjectId}` : null,
    action ? isAction(action, filter) : null,
    actor ? await isOneOf(db, sql`entry.actor_id`, actor) : null,
    subject ? await isOneOf(db, sql`entry.subject_id`, subject) : null,
    from ? sql`entry.at >= ${from}::date::timestamp at time zone 'America/Santiago'` : null,
    to ? sql`entry.at < (${to}::date + 1)::timestamp at time zone 'America/Santiago'` : null,
    withoutReadsOf
      ? sql`not (coalesce(entry.actor_id = ${withoutReadsOf}, false) and entry.action = any(${[...readActions]}))`
      : null,
  )
}

/** With an action alone: PostgreSQL would search the newest entries for a frequent one that was not used lately. */
function isByAction({ action, person, actor, subject, subjectId }: AuditFilter): boolean {
  return Boolean(action) && !person && !actor && !subject && !subjectId
}

/** With `=`, the order by action would count for nothing. */
function isAction(action: string, filter: AuditFilter): SQL {
  return isByAction(filter)
    ? sql`entry.action between ${action} and ${action}`
    : sql`entry.action = ${action}`
}

/** In the order of the index that finds the entries. */
function newestFirst(filter: AuditFilter): SQL {
  return isByAction(filter) ? sql`action desc, id desc` : sql`id desc`
}

const FEW_PERSONS = 100

/** With the ids at hand PostgreSQL knows how many entries they have, and which index finds them. */
async function isOneOf(db: Database, column: SQL, text: string): Promise<SQL> {
  const found = await many<{ id: number }>(db, sql`${personsLike(text)} limit ${FEW_PERSONS + 1}`)
  const ids = found.map(({ id }) => id)
  if (ids.length > FEW_PERSONS) return sql`${column} in (${personsLike(text)})`
  const [only] = ids
  return ids.length === 1 && only ? sql`${column} = ${only}` : sql`${column} = any(${ids})`
}

function personsLike(text: string): SQL {
  const rut = canonicalRut(text)
  if (rut !== null) return sql`select id from users where rut = ${rut}`
  const part = text.trim()
  // An email or rut only as a whole: nobody finds out letter by letter what the log does not show.
  return part.includes('@')
    ? sql`select id from users where folded_email = fold_text(${part})`
    : sql`select id from users where folded_name like contains_pattern(${part})`
}

/** With deleted ones. */
export function listUserNames(
  db: Database,
  ids: number[],
): Promise<{ id: number; name: string }[]> {
  return many(
    db,
    sql`select id, trim(first_name || ' ' || last_name) as name from users
      where id = any(${ids}) order by id`,
  )
}

/**
 * The only person that matches the text; null for none and for several. Of the accounts with a rut, the
 * active one or the last deleted.
 */
export async function findOnePerson(db: Database, text: string): Promise<number | null> {
  const rut = canonicalRut(text)
  if (rut !== null) return (await listAccounts(db, { rut }))[0]?.id ?? null
  const [only, second] = await many<{ id: number }>(db, sql`${personsLike(text)} limit 2`)
  return only && !second ? only.id : null
}

/** After so many seconds the account may have fewer entries of the last hour. */
const RETRY_SECONDS = 600

const MAX_REASON = 500

/** Writes an entry, which the commit of the transaction signs. @throws {Throttled} */
export async function insertEntry(tx: Transaction, entry: AuditActor & AuditEvent): Promise<void> {
  const texts = sealEntry(entry, await readOrCreatePersonKeys(tx, personsOf(entry)))
  const row: EntryRow = {
    actorId: entry.id,
    onBehalfOfId: entry.onBehalfOfId,
    action: entry.action,
    objectType: entry.object?.type ?? '',
    objectId: String(entry.object?.id ?? ''),
    subjectId: entry.subjectId ?? null,
    before: asJson(texts.before),
    after: asJson(texts.after),
    // A load's refusal may name more than fits; its own row has it whole.
    reason: texts.reason.slice(0, MAX_REASON),
    address: texts.address,
    requestId: entry.requestId,
    sealed: asJson(texts.sealed),
    countedId: isCounted(entry) ? entry.id : null,
  }
  const { isNew, id, at, text } = await one<InsertedEntry>(
    tx,
    isFolded(entry.action) ? foldedEntry(row, readOf(entry, texts)) : singleEntry(row),
  )
  if (id !== null) signAtCommit(tx, { id, at, text })
  else if (isNew) throw new Throttled(RETRY_SECONDS, tooManyEntries)
}

/** Jobs and commands have no request id: what they do is not an account's choice. */
function isCounted(entry: AuditActor & AuditEvent): boolean {
  return entry.requestId !== '' && isLimitedByHour(entry)
}

/** Without an id it was folded, or is one too many. */
interface InsertedEntry {
  isNew: boolean
  id: number | null
  at: string
  text: string
}

/** Whether the same read was recorded within the hour: one statement instead of a transaction. */
export async function isRecorded(db: Database, entry: AuditActor & AuditEvent): Promise<boolean> {
  if (!isFolded(entry.action)) return false
  // An entry without sealed facts needs no keys.
  const read = readOf(entry, sealEntry(entry, new Map()))
  const folds = sql`select from audit_folds where fold_key = ${foldKeyOf(read)}`
  return (await exec(db, folds)) > 0
}

interface EntryRow {
  actorId: number | null
  onBehalfOfId: number | null
  action: string
  objectType: string
  objectId: string
  subjectId: number | null
  /** JSON texts. */
  before: string
  after: string
  reason: string | null
  address: string | null
  requestId: string | null
  sealed: string
  /** Whose entries of the last hour count; null for an entry that is always written. */
  countedId: number | null
}

const into = sql`
  insert into audit_entries as entry (actor_id, on_behalf_of_id, action, object_type, object_id,
    subject_id, before, after, reason, address, request_id, sealed, fold_key)`

const columnsOf = (row: EntryRow) => sql`
  ${row.actorId}::integer, ${row.onBehalfOfId}::integer, ${row.action}, ${row.objectType},
  ${row.objectId}, ${row.subjectId}::integer, ${row.before}::jsonb, ${row.after}::jsonb,
  ${row.reason}, ${row.address}, ${row.requestId}, ${row.sealed}::jsonb`

const returning = sql`returning id, at::text, ${entryText} as text`

/** Looks at one entry, the oldest that counts, and not at all of them. */
const isWithinLimit = ({ countedId }: EntryRow) => sql`
  coalesce((select at < now() - interval '1 hour' from audit_entries
    where actor_id = ${countedId}::integer and action <> all(${[...recordedByBatch]})
    order by id desc offset ${sql.raw(String(MAX_ENTRIES_AN_HOUR - 1))} limit 1), true)`

const singleEntry = (row: EntryRow) => sql`
  with inserted as (
    ${into} select ${columnsOf(row)}, null where ${isWithinLimit(row)} ${returning})
  select true as is_new, id, at, text from (select) one left join inserted on true`

/** The same for the same read by the same user within an hour of the database's clock. */
const foldKeyOf = (read: string) => sql`encode(sha256(convert_to(
  ${read} || floor(extract(epoch from now()) / 3600)::text, 'UTF8')), 'hex')`

const foldedEntry = (row: EntryRow, read: string) => sql`
  with folded as (
    insert into audit_folds (fold_key) values (${foldKeyOf(read)})
    on conflict do nothing returning fold_key),
  inserted as (
    ${into} select ${columnsOf(row)}, fold_key from folded where ${isWithinLimit(row)} ${returning})
  select exists (select from folded) as is_new, id, at, text
  from (select) one left join inserted on true`

function readOf(entry: AuditActor & AuditEvent, { before, after }: EntryTexts): string {
  const { id, onBehalfOfId, action, object, subjectId = null } = entry
  return asJson([id, onBehalfOfId, action, object?.type, object?.id, subjectId, before, after])
}

/** `jsonb` refuses half of a surrogate pair, which a text from JSON may contain. */
function asJson(facts: unknown): string {
  return JSON.stringify(facts, (_name, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed() : value,
  )
}
