import { createHash } from 'node:crypto'
import { DRAFTS_LOCK } from '../db/advisory-locks.ts'
import type { Database, Transaction } from '../db/client.ts'
import { exec, maybeOne, one, type SQL, sql } from '../db/query.ts'
import type { Procedure } from '../procedures/procedures-store.ts'
import { lockAgainstErasure } from '../users/personal-data.ts'

/** A draft belongs to one sale of a member and one procedure. */
interface DraftKey {
  userId: number
  saleId: number
  procedureId: number
}

/** With the procedure as it is in the catalogue now. */
export interface DraftTarget extends DraftKey {
  procedure: Procedure
}

/** A condition on `requests`. */
const hasFiles = sql`(exists (
  select from request_documents where request_id = requests.id)
  or exists (select from slot_files where slot_files.request_id = requests.id))`

/** Concurrent calls of one member create and change drafts one by one. */
export async function lockDraftsOf(tx: Transaction, userId: number): Promise<void> {
  await exec(tx, sql`select pg_advisory_xact_lock(${DRAFTS_LOCK}, ${userId})`)
}

// The functions below lock the draft, since a concurrent call may send it.

export function lockAutosaved(
  tx: Transaction,
  draftKey: DraftKey,
): Promise<{ id: number; comment: string } | null> {
  return maybeOne(
    tx,
    sql`select id, comment from requests where ${matching(draftKey)} and is_autosaved for update`,
  )
}

/** A draft with the same comment, changed within 24 hours and without documents. */
export async function lockSameContent(
  tx: Transaction,
  draftKey: DraftKey,
  comment: string,
): Promise<number | null> {
  const draft = await maybeOne<{ id: number }>(
    tx,
    sql`select id from requests
      where ${matching(draftKey)} and state = 'draft' and comment = ${comment}
        and updated_at > now() - interval '24 hours'
        and not ${hasFiles}
      order by id desc limit 1
      for update`,
  )
  return draft?.id ?? null
}

/** The latest draft with the same comment, or with documents that need not be uploaded again. */
export async function lockUnsent(
  tx: Transaction,
  draftKey: DraftKey,
  comment: string,
): Promise<number | null> {
  const draft = await maybeOne<{ id: number }>(
    tx,
    sql`select id from requests
      where ${matching(draftKey)} and state = 'draft'
        and (comment = ${comment}
          or ${hasFiles})
      order by id desc limit 1
      for update`,
  )
  return draft?.id ?? null
}

/** The draft that the form continues: the autosaved one, or else the latest. */
export function findDraft(
  db: Database | Transaction,
  draftKey: DraftKey,
): Promise<{ id: number; comment: string; requiredDocuments: string[] } | null> {
  return maybeOne(db, draftOf(draftKey))
}

export function lockDraft(
  tx: Transaction,
  draftKey: DraftKey,
): Promise<{ id: number; comment: string } | null> {
  return maybeOne(tx, sql`${draftOf(draftKey)} for update`)
}

function draftOf(draftKey: DraftKey): SQL {
  return sql`
    select id, comment, required_documents from requests
    where ${matching(draftKey)} and state = 'draft'
    order by is_autosaved desc, id desc
    limit 1`
}

function matching({ userId, saleId, procedureId }: DraftKey): SQL {
  return sql`user_id = ${userId} and sale_id = ${saleId} and procedure_id = ${procedureId}
    and filed_by is null`
}

interface DraftContent {
  comment: string
  /** Saved while the member types, not by the form's button. */
  isAutosaved: boolean
  /** The staff user who files it for the member. */
  filedBy?: number
}

/** @returns null when the account is deleted by a concurrent transaction */
export async function insertDraft(
  tx: Transaction,
  { userId, saleId, procedureId, procedure }: DraftTarget,
  content: DraftContent,
): Promise<number | null> {
  if (!(await lockAgainstErasure(tx, userId))) return null
  const { comment, isAutosaved, filedBy = null } = content
  const columns = { ...snapshotOf(procedure), comment, isAutosaved, filedBy }
  const draft = { userId, saleId, procedureId, ...columns }
  const { id } = await one<{ id: number }>(
    tx,
    sql`insert into requests ${sql.insert(draft)} returning id`,
  )
  return id
}

/**
 * Saves the draft with the procedure's current texts, and detaches each document whose position
 * requires another document by now.
 */
export async function rewriteDraft(
  tx: Transaction,
  id: number,
  { procedure }: DraftTarget,
  content: DraftContent,
): Promise<void> {
  const requiresAnother = sql`required_documents[position + 1]
    is distinct from (${procedure.documents}::text[])[position + 1]`
  await exec(
    tx,
    sql`delete from request_documents using requests
      where requests.id = ${id} and request_documents.request_id = requests.id
        and ${requiresAnother}`,
  )
  await exec(
    tx,
    sql`delete from slot_files using requests
      where requests.id = ${id} and slot_files.request_id = requests.id and ${requiresAnother}`,
  )
  const { comment, isAutosaved } = content
  const draft = { ...snapshotOf(procedure), comment, isAutosaved, updatedAt: sql`now()` }
  await exec(tx, sql`update requests set ${sql.assign(draft)} where id = ${id}`)
}

/**
 * Deletes an autosaved draft without documents whose comment equals that of the sent request. The
 * form would offer it as if the request had never been sent.
 */
export async function deleteDuplicateDraft(
  tx: Transaction,
  sent: DraftKey & { comment: string },
): Promise<void> {
  const draft = await lockAutosaved(tx, sent)
  if (!draft || draft.comment.trim() !== sent.comment.trim()) return
  // A second statement sees documents that were attached before the lock was granted.
  await exec(
    tx,
    sql`delete from requests
      where id = ${draft.id} and not ${hasFiles}`,
  )
}

/** Deletes drafts unchanged for so many days. Their documents become orphaned. */
export async function deleteOldDrafts(db: Database, days: number): Promise<void> {
  await exec(
    db,
    sql`delete from requests
      where state = 'draft' and updated_at < now() - ${days} * interval '1 day'`,
  )
}

function snapshotOf({ title, description, documents, answerHours, answerDays }: Procedure) {
  return {
    procedureTitle: title,
    procedureDescription: description,
    requiredDocuments: documents,
    answerHours,
    answerDays,
  }
}

interface IdempotentRequest {
  id: number
  isDraft: boolean
  saleId: number
  saleCode: string
  procedureId: number
  comment: string
}

/** Locks the request that the key created within 24 hours, since a concurrent call may send it. */
export function lockByKey(
  tx: Transaction,
  userId: number,
  key: string,
): Promise<IdempotentRequest | null> {
  return maybeOne<IdempotentRequest>(
    tx,
    sql`select requests.id, state = 'draft' as is_draft, sale_id, sales.code as sale_code,
        procedure_id, comment
      from idempotency_keys
        join requests on requests.id = idempotency_keys.request_id
        join sales on sales.id = sale_id
      where idempotency_keys.user_id = ${userId} and idempotency_keys.key = ${hashOf(key)}
        and idempotency_keys.created_at > now() - interval '24 hours'
      for update of requests`,
  )
}

/** For 24 hours the key returns this request. */
export async function saveKey(
  tx: Transaction,
  { userId, key, requestId }: { userId: number; key: string; requestId: number },
): Promise<void> {
  await exec(
    tx,
    sql`insert into idempotency_keys (user_id, key, request_id)
      values (${userId}, ${hashOf(key)}, ${requestId})
      on conflict (user_id, key)
        do update set request_id = excluded.request_id, created_at = now()`,
  )
}

/** Deletes keys that count for nothing any more. @returns how many */
export function deleteOldKeys(db: Database): Promise<number> {
  return exec(db, sql`delete from idempotency_keys where created_at < now() - interval '24 hours'`)
}

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}
