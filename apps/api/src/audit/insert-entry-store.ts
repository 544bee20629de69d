import { isFolded } from '@carpeta/domain/audit/sealed-facts'
import type { Database, Transaction } from '../db/client.ts'
import { maybeOne, prepare, type SQL, sql } from '../db/query.ts'
import type { AuditActor } from '../http/caller.ts'
import type { AuditEvent } from './audit-event.ts'
import { signAtCommit } from './chain.ts'
import { entryText } from './chain-store.ts'
import { readOrCreatePersonKeys } from './person-keys-store.ts'
import { type EntryTexts, personsOf, sealEntry } from './sealed-facts.ts'

/** Writes an entry, which the commit of the transaction signs. */
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
    reason: texts.reason,
    address: texts.address,
    requestId: entry.requestId,
    sealed: asJson(texts.sealed),
  }
  const inserted = await maybeOne<{ id: number; at: string; text: string }>(
    tx,
    isFolded(entry.action) ? foldedEntry({ ...row, read: readOf(entry, texts) }) : singleEntry(row),
  )
  if (inserted) signAtCommit(tx, inserted)
}

/** Whether the same read was recorded within the hour: one statement instead of a transaction. */
export async function isRecorded(db: Database, entry: AuditActor & AuditEvent): Promise<boolean> {
  if (!isFolded(entry.action)) return false
  // What is not sealed needs no keys.
  const read = readOf(entry, sealEntry(entry, new Map()))
  return (await maybeOne(db, recordedFold({ read }))) !== null
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
}

const into = sql`
  insert into audit_entries as entry (actor_id, on_behalf_of_id, action, object_type, object_id,
    subject_id, before, after, reason, address, request_id, sealed, fold_key)`

const columnsOf = (row: { [Name in keyof EntryRow]: SQL }) => sql`
  ${row.actorId}::integer, ${row.onBehalfOfId}::integer, ${row.action}, ${row.objectType},
  ${row.objectId}, ${row.subjectId}::integer, ${row.before}::jsonb, ${row.after}::jsonb,
  ${row.reason}, ${row.address}, ${row.requestId}, ${row.sealed}::jsonb`

const returning = sql`returning id, at::text, ${entryText} as text`

const singleEntry = prepare<EntryRow>(
  'insert-entry',
  (row) => sql`${into} values (${columnsOf(row)}, null) ${returning}`,
)

/** The same for the same read by the same user within an hour of the database's clock. */
const foldKeyOf = (read: SQL) => sql`encode(sha256(convert_to(
  ${read} || floor(extract(epoch from now()) / 3600)::text, 'UTF8')), 'hex')`

const recordedFold = prepare<{ read: string }>(
  'find-recorded-fold',
  ({ read }) => sql`select from audit_folds where fold_key = ${foldKeyOf(read)}`,
)

const foldedEntry = prepare<EntryRow & { read: string }>(
  'insert-folded-entry',
  (row) => sql`
    with folded as (
      insert into audit_folds (fold_key) values (${foldKeyOf(row.read)})
      on conflict do nothing returning fold_key)
    ${into} select ${columnsOf(row)}, fold_key from folded ${returning}`,
)

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
