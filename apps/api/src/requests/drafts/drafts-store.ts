import { DRAFTS_LOCK } from '../../db/advisory-locks.ts'
import type { Database, Transaction } from '../../db/client.ts'
import { exec, maybeOne, one, type SQL, sql } from '../../db/query.ts'
import type { Procedure } from '../../procedures/procedures-store.ts'

/** What a draft is of: one member's sale and one procedure. */
export interface DraftKey {
  userId: number
  saleId: number
  procedureId: number
}

/** The same, with the procedure as the catalogue has it now. */
export interface DraftTarget extends DraftKey {
  procedure: Procedure
}

/** A member's drafts are made one after the other, however many calls come at once. */
export async function lockDraftsOf(tx: Transaction, userId: number): Promise<void> {
  await exec(tx, sql`select pg_advisory_xact_lock(${DRAFTS_LOCK}, ${userId})`)
}

/**
 * The member's own sale, while this can be asked for on it: approved, and not completed. His rights
 * over his data begin before that and end later.
 */
export async function findSaleFor(
  { dataSubjectRight }: Procedure,
  db: Database | Transaction,
  { code, holderRut }: { code: string; holderRut: string },
): Promise<number | null> {
  const open =
    dataSubjectRight === null ? sql`approved_on is not null and completed_on is null` : sql`true`
  const sale = await maybeOne<{ id: number }>(
    db,
    sql`select id from sales
      where code = ${code} and holder_rut = ${holderRut} and withdrawn_at is null
        and holder_erased_at is null and ${open}`,
  )
  return sale?.id ?? null
}

// What is found to go on with is held to the end of the transaction: it may be sent in this moment.

/** What the member was typing, if it was saved. */
export function lockAutosaved(
  tx: Transaction,
  draftKey: DraftKey,
): Promise<{ id: number; comment: string } | null> {
  return maybeOne(
    tx,
    sql`select id, comment from requests where ${of(draftKey)} and is_autosaved for update`,
  )
}

/** The same words again within 24 hours, while no document came with them. */
export async function lockSameWords(
  tx: Transaction,
  draftKey: DraftKey,
  comment: string,
): Promise<number | null> {
  const draft = await maybeOne<{ id: number }>(
    tx,
    sql`select id from requests
      where ${of(draftKey)} and state = 'draft' and comment = ${comment}
        and updated_at > now() - interval '24 hours'
        and not exists (select from request_documents where request_id = requests.id)
      order by id desc limit 1
      for update`,
  )
  return draft?.id ?? null
}

/** The last that did not get sent: the same words, or with documents that need not come again. */
export async function lockUnsent(
  tx: Transaction,
  draftKey: DraftKey,
  comment: string,
): Promise<number | null> {
  const draft = await maybeOne<{ id: number }>(
    tx,
    sql`select id from requests
      where ${of(draftKey)} and state = 'draft'
        and (comment = ${comment}
          or exists (select from request_documents where request_id = requests.id))
      order by id desc limit 1
      for update`,
  )
  return draft?.id ?? null
}

/** What the member would go on with: what he typed, or the last that he began and did not send. */
export function findDraft(
  db: Database | Transaction,
  draftKey: DraftKey,
): Promise<{ id: number; comment: string; requiredDocuments: string[] } | null> {
  return maybeOne(db, draftOf(draftKey))
}

export async function lockDraft(tx: Transaction, draftKey: DraftKey): Promise<number | null> {
  const draft = await maybeOne<{ id: number }>(tx, sql`${draftOf(draftKey)} for update`)
  return draft?.id ?? null
}

function draftOf(draftKey: DraftKey): SQL {
  return sql`
    select id, comment, required_documents from requests
    where ${of(draftKey)} and state = 'draft'
    order by is_autosaved desc, id desc
    limit 1`
}

function of({ userId, saleId, procedureId }: DraftKey): SQL {
  return sql`user_id = ${userId} and sale_id = ${saleId} and procedure_id = ${procedureId}`
}

export interface DraftContent {
  comment: string
  /** Saved while it is being typed, not handed in by the form's button. */
  isAutosaved: boolean
}

/** @returns null when the account was erased in this moment: nothing of it begins any more */
export async function insertDraft(
  tx: Transaction,
  { userId, saleId, procedureId, procedure }: DraftTarget,
  content: DraftContent,
): Promise<number | null> {
  const members = await exec(
    tx,
    sql`select from users where id = ${userId} and deleted_at is null for key share`,
  )
  if (members === 0) return null
  const draft = { userId, saleId, procedureId, ...snapshotOf(procedure), ...columnsOf(content) }
  const { id } = await one<{ id: number }>(
    tx,
    sql`insert into requests ${sql.insert(draft)} returning id`,
  )
  return id
}

/**
 * The draft as it is now handed in or typed, in the catalogue's present words. A document that is
 * not asked for in its place any more falls away.
 */
export async function rewriteDraft(
  tx: Transaction,
  id: number,
  { procedure }: DraftTarget,
  content: DraftContent,
): Promise<void> {
  await exec(
    tx,
    sql`delete from request_documents using requests
      where requests.id = ${id} and request_documents.request_id = requests.id
        and required_documents[position + 1]
          is distinct from (${procedure.documents}::text[])[position + 1]`,
  )
  const draft = { ...snapshotOf(procedure), ...columnsOf(content), updatedAt: sql`now()` }
  await exec(tx, sql`update requests set ${sql.assign(draft)} where id = ${id}`)
}

/**
 * Forgets what was typed again of what is sent already: the same words, and nothing handed in with
 * them. It would be offered as if it had never been sent.
 */
export async function deleteDuplicateDraft(
  tx: Transaction,
  sent: DraftKey & { comment: string },
): Promise<void> {
  const typed = await lockAutosaved(tx, sent)
  if (!typed || typed.comment.trim() !== sent.comment.trim()) return
  // A statement of its own, which sees a document that came until the draft was held.
  await exec(
    tx,
    sql`delete from requests
      where id = ${typed.id}
        and not exists (select from request_documents where request_id = requests.id)`,
  )
}

/** Drafts that nobody has touched for so long; their documents then belong to nothing. */
export async function deleteOldDrafts(db: Database, days: number): Promise<void> {
  await exec(
    db,
    sql`delete from requests
      where state = 'draft' and updated_at < now() - ${days} * interval '1 day'`,
  )
}

function columnsOf({ comment, isAutosaved }: DraftContent) {
  return { comment, isAutosaved }
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
