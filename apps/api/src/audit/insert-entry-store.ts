import { isFolded } from '@carpeta/domain/audit/sealed-facts'
import type { Transaction } from '../db/client.ts'
import { maybeOne, type SQL, sql } from '../db/query.ts'
import type { AuditActor } from '../http/caller.ts'
import type { AuditEvent } from './audit-event.ts'
import { entryText } from './chain/chain-store.ts'
import { signAtCommit } from './chain/sign-entries.ts'
import { readOrCreatePersonKeys } from './facts/person-keys-store.ts'
import { type EntryTexts, personsOf, sealEntry } from './facts/seal-entry.ts'

/** Writes an entry, which the commit of the transaction signs. */
export async function insertEntry(tx: Transaction, entry: AuditActor & AuditEvent): Promise<void> {
  const texts = sealEntry(entry, await readOrCreatePersonKeys(tx, personsOf(entry)))
  const columns = sql`${entry.id}::integer, ${entry.onBehalfOfId}::integer, ${entry.action},
    ${entry.object?.type ?? ''}, ${String(entry.object?.id ?? '')},
    ${entry.subjectId ?? null}::integer, ${asJson(texts.before)}::jsonb,
    ${asJson(texts.after)}::jsonb, ${texts.reason}, ${texts.address}, ${entry.requestId},
    ${asJson(texts.sealed)}::jsonb`
  const inserted = await maybeOne<{ id: number; at: string; text: string }>(
    tx,
    isFolded(entry.action)
      ? sql`with folded as (
            insert into audit_folds (fold_key) values (${foldKey(entry, texts)})
            on conflict do nothing returning fold_key)
          ${into} select ${columns}, fold_key from folded ${returning}`
      : sql`${into} values (${columns}, null) ${returning}`,
    { name: isFolded(entry.action) ? 'insert-folded-entry' : 'insert-entry' },
  )
  if (inserted) signAtCommit(tx, inserted)
}

const into = sql`
  insert into audit_entries as entry (actor_id, on_behalf_of_id, action, object_type, object_id,
    subject_id, before, after, reason, address, request_id, sealed, fold_key)`

const returning = sql`returning id, at::text, ${entryText} as text`

/** Equal for the same read by the same user within an hour of the database's clock. */
function foldKey(entry: AuditActor & AuditEvent, { before, after }: EntryTexts): SQL {
  const { id, onBehalfOfId, action, object, subjectId = null } = entry
  const read = asJson([
    id,
    onBehalfOfId,
    action,
    object?.type,
    object?.id,
    subjectId,
    before,
    after,
  ])
  return sql`encode(sha256(convert_to(
    ${read} || floor(extract(epoch from now()) / 3600)::text, 'UTF8')), 'hex')`
}

/** `jsonb` refuses half of a surrogate pair, which a text from JSON may contain. */
function asJson(facts: unknown): string {
  return JSON.stringify(facts, (_name, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed() : value,
  )
}
