import type { Database, Transaction } from '../db/client.ts'
import type { AuditActor } from '../http/caller.ts'
import type { AuditEvent } from './audit-event.ts'
import { type AuditFilter, findOnePerson, insertEntry, isRecorded } from './audit-store.ts'

/**
 * Called in the action's transaction, so that both are written or neither. The same read within an
 * hour adds no entry (docs/decisions/audit-log.md), nor does a change of nothing.
 * @throws {Throttled} when the account has too many entries of the last hour
 */
export async function recordAuditEvent(
  db: Database | Transaction,
  actor: AuditActor,
  event: AuditEvent,
): Promise<void> {
  if (isChangeOfNothing(event)) return
  const entry = { ...actor, ...event }
  if (db.isTransaction) await insertEntry(db, entry)
  else if (!(await isRecorded(db, entry))) {
    await db.uncheckedTransaction((tx) => insertEntry(tx, entry))
  }
}

function isChangeOfNothing({ before, after }: AuditEvent): boolean {
  return [before, after].every((facts) => facts && Object.keys(facts).length === 0)
}

type Facts = Record<string, unknown>

/** The changed values, for an audit event. */
export function changedFacts(before: Facts, after: Facts): { before: Facts; after: Facts } {
  const changed = Object.keys(after).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  const pick = (facts: Facts) => Object.fromEntries(changed.map((name) => [name, facts[name]]))
  return { before: pick(before), after: pick(after) }
}

/** Records every read of a member's data by staff, but no read of the reader's own data. */
export async function recordAuditedRead(
  db: Database | Transaction,
  actor: AuditActor,
  object: NonNullable<AuditEvent['object']>,
  memberId: number,
): Promise<void> {
  if (actor.id === memberId) return
  await recordAuditEvent(db, actor, { action: 'member.read', object, subjectId: memberId })
}

/** Records the ids on a page of a list. An empty page records nothing, unless it counts what other pages have. */
export async function recordListRead(
  db: Database,
  actor: AuditActor,
  type: string,
  rows: { id: number }[],
  counts: Record<string, number> = {},
): Promise<void> {
  if (rows.length === 0 && Object.values(counts).every((count) => count === 0)) return
  const ids = rows.map(({ id }) => id)
  await recordAuditEvent(db, actor, {
    action: 'member.listed',
    object: { type, id: '' },
    after: { ids },
  })
}

/**
 * Records the read of a list that shows what is about members without saying whose it is, such as what a load
 * could not read; an empty page records nothing.
 */
export async function recordContentRead(
  db: Database,
  actor: AuditActor,
  object: NonNullable<AuditEvent['object']>,
  rows: unknown[],
): Promise<void> {
  if (rows.length > 0) await recordAuditEvent(db, actor, { action: 'member.listed', object })
}

/**
 * Records reads and exports of the audit log, which contains personal data. Stores which filters were
 * used, not a typed name; a person found by it sees the access.
 */
export async function recordAuditLogRead(
  db: Database,
  actor: AuditActor,
  action: 'audit.read' | 'audit.exported',
  filter: AuditFilter,
): Promise<void> {
  const { action: searched, from, to, subjectId, ...persons } = filter
  const { person, subject } = persons
  const filters = Object.entries({ person, actor: persons.actor, subject: subject ?? subjectId })
    .filter(([, text]) => text)
    .map(([name]) => name)
  const found = subject || person
  await recordAuditEvent(db, actor, {
    action,
    subjectId: subjectId ?? (found ? await findOnePerson(db, found) : null),
    after: { action: searched, from, to, filters },
  })
}
