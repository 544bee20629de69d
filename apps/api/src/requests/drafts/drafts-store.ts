import { type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../db/client.ts'
import type { Procedure } from '../../procedures/procedures-store.ts'
import { requests } from '../requests-tables.ts'

const DRAFTS_LOCK = 72_010_008

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
  await tx.execute(sql`select pg_advisory_xact_lock(${DRAFTS_LOCK}, ${userId})`)
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
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from sales
    where code = ${code} and holder_rut = ${holderRut} and withdrawn_at is null
      and holder_erased_at is null and ${open}`)
  return rows[0]?.id ?? null
}

// What is found to go on with is held to the end of the transaction: it may be sent in this moment.

/** What the member was typing, if it was saved. */
export async function lockAutosaved(
  tx: Transaction,
  { userId, saleId, procedureId }: DraftKey,
): Promise<{ id: number; comment: string } | null> {
  const { rows } = await tx.execute<{ id: number; comment: string }>(sql`
    select id, comment from requests
    where user_id = ${userId} and sale_id = ${saleId} and procedure_id = ${procedureId}
      and is_autosaved
    for update`)
  return rows[0] ?? null
}

/** The same words again within 24 hours, while no document came with them. */
export async function lockSameWords(
  tx: Transaction,
  { userId, saleId, procedureId }: DraftKey,
  comment: string,
): Promise<number | null> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select id from requests
    where user_id = ${userId} and sale_id = ${saleId} and procedure_id = ${procedureId}
      and state = 'draft' and comment = ${comment} and updated_at > now() - interval '24 hours'
      and not exists (select from request_documents where request_id = requests.id)
    order by id desc limit 1
    for update`)
  return rows[0]?.id ?? null
}

/** The last that did not get sent: the same words, or with documents that need not come again. */
export async function lockUnsent(
  tx: Transaction,
  { userId, saleId, procedureId }: DraftKey,
  comment: string,
): Promise<number | null> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select id from requests
    where user_id = ${userId} and sale_id = ${saleId} and procedure_id = ${procedureId}
      and state = 'draft'
      and (comment = ${comment}
        or exists (select from request_documents where request_id = requests.id))
    order by id desc limit 1
    for update`)
  return rows[0]?.id ?? null
}

/** What the member would go on with: what he typed, or the last that he began and did not send. */
export async function findDraft(
  db: Database | Transaction,
  draftKey: DraftKey,
): Promise<{ id: number; comment: string; requiredDocuments: string[] } | null> {
  const { rows } = await db.execute<{ id: number; comment: string; required_documents: string[] }>(
    draftOf(draftKey),
  )
  const [row] = rows
  return row
    ? { id: row.id, comment: row.comment, requiredDocuments: row.required_documents }
    : null
}

export async function lockDraft(tx: Transaction, draftKey: DraftKey): Promise<number | null> {
  const { rows } = await tx.execute<{ id: number }>(sql`${draftOf(draftKey)} for update`)
  return rows[0]?.id ?? null
}

function draftOf({ userId, saleId, procedureId }: DraftKey): SQL {
  return sql`
    select id, comment, required_documents from requests
    where user_id = ${userId} and sale_id = ${saleId} and procedure_id = ${procedureId}
      and state = 'draft'
    order by is_autosaved desc, id desc
    limit 1`
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
  const { rowCount } = await tx.execute(sql`
    select from users where id = ${userId} and deleted_at is null for key share`)
  if (rowCount === 0) return null
  const [row] = await tx
    .insert(requests)
    .values({ userId, saleId, procedureId, ...snapshotOf(procedure), ...content })
    .returning({ id: requests.id })
  if (!row) throw new Error('no draft was inserted')
  return row.id
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
  const titles = JSON.stringify(procedure.documents)
  await tx.execute(sql`
    delete from request_documents using requests
    where requests.id = ${id} and request_documents.request_id = requests.id
      and required_documents[position + 1] is distinct from ${titles}::json ->> position`)
  await tx
    .update(requests)
    .set({ ...snapshotOf(procedure), ...content, updatedAt: sql`now()` })
    .where(sql`id = ${id}`)
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
  await tx.execute(sql`
    delete from requests
    where id = ${typed.id}
      and not exists (select from request_documents where request_id = requests.id)`)
}

/** It is sent, and from now on the cooperative's turn. */
export async function markSent(
  tx: Transaction,
  id: number,
  { sentAt, dueAt }: { sentAt: Date; dueAt: Date },
): Promise<void> {
  await tx
    .update(requests)
    .set({
      state: 'sent',
      isAutosaved: false,
      sentAt,
      dueAt,
      version: sql`version + 1`,
      updatedAt: sql`now()`,
    })
    .where(sql`id = ${id}`)
}

/** Drafts that nobody has touched for so long; their documents then belong to nothing. */
export async function deleteOldDrafts(db: Database, days: number): Promise<void> {
  await db.execute(sql`
    delete from requests
    where state = 'draft' and updated_at < now() - ${days} * interval '1 day'`)
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
