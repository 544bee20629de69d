import type { CalendarDate } from '@carpeta/domain/dates'
import { canonicalRut } from '@carpeta/domain/rut'
import { type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../db/client.ts'
import type { Actor } from '../http/actor.ts'
import type { Deed } from './record-action.ts'

export async function insertEntry(tx: Database | Transaction, entry: Actor & Deed): Promise<void> {
  await tx.execute(sql`
    insert into audit_entries (actor_id, on_behalf_of_id, action, object_type, object_id, subject_id,
      before, after, reason, address, request_id)
    values (${entry.id}, ${entry.onBehalfOfId}, ${entry.action}, ${entry.object?.type ?? ''},
      ${String(entry.object?.id ?? '')}, ${entry.subjectId ?? null},
      ${JSON.stringify(entry.before ?? {})}::jsonb, ${JSON.stringify(entry.after ?? {})}::jsonb,
      ${entry.reason ?? ''}, ${entry.address}, ${entry.requestId})`)
}

export interface AuditFilter {
  action?: string | undefined
  /** Part of a name, or a rut in any spelling. */
  actor?: string | undefined
  subject?: string | undefined
  /** Calendar days of Santiago; `to` is the last one. */
  from?: CalendarDate | undefined
  to?: CalendarDate | undefined
}

export interface AuditRow extends Record<string, unknown> {
  id: string
  at: string
  action: string
  object_type: string
  object_id: string
  before: Record<string, unknown>
  after: Record<string, unknown>
  reason: string
  address: string
  request_id: string
  actor_id: number | null
  actor_name: string | null
  on_behalf_of_id: number | null
  on_behalf_of_name: string | null
  subject_id: number | null
  subject_name: string | null
}

const joined = sql`
  from audit_entries entry
  left join users actor on actor.id = entry.actor_id
  left join users behalf on behalf.id = entry.on_behalf_of_id
  left join users subject on subject.id = entry.subject_id`

const columns = sql`
  entry.id::text as id, to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at,
  entry.action, entry.object_type, entry.object_id, entry.before, entry.after, entry.reason,
  entry.address, entry.request_id,
  entry.actor_id, trim(actor.first_name || ' ' || actor.last_name) as actor_name,
  entry.on_behalf_of_id, trim(behalf.first_name || ' ' || behalf.last_name) as on_behalf_of_name,
  entry.subject_id, trim(subject.first_name || ' ' || subject.last_name) as subject_name`

/** Newest first: the one order in which a trail is read. */
export async function listEntries(
  db: Database,
  filter: AuditFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<AuditRow[]> {
  const { rows } = await db.execute<AuditRow>(sql`
    select ${columns} ${joined} where ${matching(filter)}
    order by entry.id desc offset ${offset} limit ${limit}`)
  return rows
}

const BATCH = 500

/** The next entries after the one with this id, going back in time; null begins at the newest. */
export async function entriesBefore(
  db: Database,
  filter: AuditFilter,
  id: string | null,
): Promise<AuditRow[]> {
  const { rows } = await db.execute<AuditRow>(sql`
    select ${columns} ${joined}
    where ${matching(filter)} and (${id}::bigint is null or entry.id < ${id}::bigint)
    order by entry.id desc limit ${BATCH}`)
  return rows
}

export async function countEntries(db: Database, filter: AuditFilter): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from audit_entries entry where ${matching(filter)}`)
  return rows[0]?.count ?? 0
}

/** What others did with the data of this person; what he did himself is no news to him. */
export async function listAccesses(
  db: Database,
  subjectId: number,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ at: string; who: string; action: string; reason: string }[]> {
  const { rows } = await db.execute<{
    at: string
    who: string
    action: string
    reason: string
  }>(sql`
    select to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at,
      trim(actor.first_name || ' ' || actor.last_name) as who, entry.action, entry.reason
    from audit_entries entry join users actor on actor.id = entry.actor_id
    where ${byOthers(subjectId)}
    order by entry.id desc offset ${offset} limit ${limit}`)
  return rows
}

export async function countAccesses(db: Database, subjectId: number): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from audit_entries entry where ${byOthers(subjectId)}`)
  return rows[0]?.count ?? 0
}

function byOthers(subjectId: number): SQL {
  return sql`entry.subject_id = ${subjectId} and entry.actor_id <> ${subjectId}`
}

function matching({ action, actor, subject, from, to }: AuditFilter): SQL {
  const conditions = [
    action ? sql`entry.action = ${action}` : null,
    actor ? sql`entry.actor_id in (${personsLike(actor)})` : null,
    subject ? sql`entry.subject_id in (${personsLike(subject)})` : null,
    from ? sql`entry.at >= ${from}::date::timestamp at time zone 'America/Santiago'` : null,
    to ? sql`entry.at < (${to}::date + 1)::timestamp at time zone 'America/Santiago'` : null,
  ].filter((condition) => condition !== null)
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}

function personsLike(text: string): SQL {
  const rut = canonicalRut(text)
  if (rut !== null) return sql`select id from users where rut = ${rut}`
  const pattern = `%${text.trim().replace(/[\\%_]/g, '\\$&')}%`
  return sql`select id from users where first_name || ' ' || last_name ilike ${pattern}`
}

export interface TrailFault {
  position: number
  entryId: number | null
  fault: 'changed' | 'missing' | 'not chained'
}

export interface TrailState {
  entries: number
  /** To be kept elsewhere: a trail cut off at its end has another. */
  head: string
  firstFault: TrailFault | null
  /** Whether the head that an earlier check told is still in the chain. */
  holdsExpected: boolean
}

/** Computes every hash anew, in the database, and finds the first that does not fit. */
export async function checkTrail(db: Database, expectedHead?: string): Promise<TrailState> {
  const { rows } = await db.execute<{
    position: string
    entry_id: string | null
    fault: TrailFault['fault']
  }>(sql`
    select position::text, entry_id::text, fault from (
      select link.position, link.entry_id, case
          when entry.id is null or link.position <> row_number() over chain then 'missing'
          when link.hash <> audit_hash(coalesce(lag(link.hash) over chain, ''), entry) then 'changed'
        end as fault
      from audit_chain link left join audit_entries entry on entry.id = link.entry_id
      window chain as (order by link.position)
      union all
      select coalesce((select max(position) from audit_chain), 0) + 1, entry.id, 'not chained'
      from audit_entries entry
      where not exists (select from audit_chain where audit_chain.entry_id = entry.id)
    ) checked where fault is not null order by checked.position, checked.entry_id limit 1`)
  const { rows: heads } = await db.execute<{ entries: string; head: string }>(sql`
    select position::text as entries, hash as head from audit_chain order by position desc limit 1`)
  const { rows: expected } = await db.execute(sql`
    select from audit_chain where hash = ${expectedHead ?? ''}`)
  const [fault] = rows
  return {
    holdsExpected: expectedHead === undefined || expected.length > 0,
    entries: Number(heads[0]?.entries ?? 0),
    head: heads[0]?.head ?? '',
    firstFault: fault
      ? {
          position: Number(fault.position),
          entryId: fault.entry_id === null ? null : Number(fault.entry_id),
          fault: fault.fault,
        }
      : null,
  }
}
