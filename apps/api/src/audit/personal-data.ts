import type { MemberData } from '@carpeta/contract/personal-data'
import { auditActions, isAuditAction } from '@carpeta/domain/audit/audit-actions'
import { accessSentence, ownActionSentence } from '@carpeta/domain/personal-data/access-labels'
import type { Database } from '../db/client.ts'
import { instant, many, sql } from '../db/query.ts'
import { findLastEntry, isBefore, listAccesses } from './audit-store.ts'
import { presentAccess } from './present-entry.ts'
import { openEntries, type SealedFacts } from './sealed-facts.ts'

export { deletePersonKey as erasePersonalData } from './person-keys-store.ts'

/** A long history is read in batches, so that other calls are answered in between. */
const BATCH = 1000

/** A list of any length, whose parts are read when they are asked for, each time from the first on. */
export type Batches<Row> = AsyncIterable<Row[]>

type AuditLists = Pick<MemberData, 'accesses' | 'attempts' | 'changes' | 'activity'>

/** Newest first, all up to the last entry of now, however much later they are read. */
export async function exportPersonalData(
  db: Database,
  userId: number,
): Promise<{ [Name in keyof AuditLists]: Batches<AuditLists[Name][number]> }> {
  const end = (await findLastEntry(db)) + 1
  return {
    accesses: readAll(
      end,
      (before) => listAccesses(db, userId, { limit: BATCH, before }),
      presentAccess,
    ),
    attempts: readAll(end, (before) => listAttempts(db, userId, before), presentAttempt),
    changes: readAll(end, (before) => listAccountChanges(db, userId, before), presentChange),
    activity: readAll(end, (before) => listOwnActions(db, userId, before), presentOwnAction),
  }
}

/** Each batch has the entries before the last one's id. */
function readAll<Row extends { id: number }, Presented>(
  end: number,
  read: (before: number) => Promise<Row[]>,
  present: (row: Row) => Presented,
): Batches<Presented> {
  return {
    async *[Symbol.asyncIterator]() {
      for (let before: number | null = end; before !== null; ) {
        const rows: Row[] = await read(before)
        yield rows.map(present)
        before = rows.length === BATCH ? (rows.at(-1)?.id ?? null) : null
      }
    },
  }
}

function presentAttempt({ at, action, address }: AttemptRow) {
  return { at, action: sentenceOf(action), address }
}

function presentChange(change: AccountChangeRow) {
  const { at, before, after, isOwn } = change
  const action = isOwn ? ownActionSentence(change) : accessSentence({ ...change, inView: false })
  return { at, action, before, after }
}

function presentOwnAction(action: OwnActionRow) {
  const { at, address, isOwn } = action
  return { at, action: isOwn ? ownActionSentence(action) : sentenceOf(action.action), address }
}

function sentenceOf(action: string): string {
  return isAuditAction(action) ? auditActions[action] : action
}

interface SealedRow {
  id: number
  actorId: number | null
  subjectId: number | null
  sealed: SealedFacts
}

interface OwnActionRow extends SealedRow {
  at: string
  action: string
  objectType: string
  objectId: string
  address: string
  /** Whether the action concerned the person's own data. */
  isOwn: boolean
}

/** What the person did, without the other people concerned. */
async function listOwnActions(
  db: Database,
  userId: number,
  before: number,
): Promise<OwnActionRow[]> {
  const rows = await many<OwnActionRow>(
    db,
    sql`select id, ${instant('at')} as at, action, object_type, object_id, address,
        coalesce(subject_id = actor_id, false) as is_own, actor_id, subject_id, ${sealedAddress}
      from audit_entries where actor_id = ${userId} and ${isBefore(before)}
      order by id desc limit ${BATCH}`,
  )
  return openEntries(db, rows)
}

const sealedAddress = sql`
  jsonb_strip_nulls(jsonb_build_object('address', sealed -> 'address')) as sealed`

/** What anonymous visitors tried or asked for on this account; the visitor may be its owner. */
type AttemptRow = MemberData['attempts'][number] & SealedRow

async function listAttempts(db: Database, userId: number, before: number): Promise<AttemptRow[]> {
  const rows = await many<AttemptRow>(
    db,
    sql`select id, ${instant('at')} as at, action, address, actor_id, subject_id, ${sealedAddress}
      from audit_entries
      where subject_id = ${userId} and actor_id is null and request_id <> '' and ${isBefore(before)}
      order by id desc limit ${BATCH}`,
  )
  return openEntries(db, rows)
}

type AccountChangeRow = MemberData['changes'][number] & Omit<OwnActionRow, 'address'>

/** Every recorded change of the account, by any actor. */
async function listAccountChanges(
  db: Database,
  userId: number,
  before: number,
): Promise<AccountChangeRow[]> {
  const rows = await many<AccountChangeRow>(
    db,
    sql`select id, ${instant('at')} as at, action, object_type, object_id, before, after,
        coalesce(actor_id = subject_id, false) as is_own, actor_id, subject_id,
        sealed - 'reason' - 'address' as sealed
      from audit_entries
      where subject_id = ${userId} and (action like 'user.%' or action like 'email.%')
        and (before <> '{}' or after <> '{}' or sealed ?| array['before', 'after'])
        and ${isBefore(before)}
      order by id desc limit ${BATCH}`,
  )
  return openEntries(db, rows)
}
