import { createHash } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../db/client.ts'
import type { Procedure } from '../procedures/procedures-store.ts'
import { requests } from './requests-tables.ts'

const DRAFTS_LOCK = 72_010_008

/** What a draft is of: one member's sale and one procedure. */
export interface Wanted {
  userId: number
  saleId: number
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
  { rightKey }: Procedure,
  db: Database | Transaction,
  { code, holderRut }: { code: string; holderRut: string },
): Promise<number | null> {
  const open = rightKey === null ? sql`approved_on is not null and completed_on is null` : sql`true`
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from sales
    where code = ${code} and holder_rut = ${holderRut} and withdrawn_at is null
      and holder_erased_at is null and ${open}`)
  return rows[0]?.id ?? null
}

// `created_with_key` is how a request is recognised when it comes again: by the Idempotency-Key,
// by what it says, or, while it is only being typed, by what it is about.

export function keyOfHeader(header: string): string {
  return `key:${sha256(header)}`
}

export function keyOfContent({ saleId, procedure }: Wanted, comment: string): string {
  return `same:${sha256(JSON.stringify([saleId, procedure.id, comment]))}`
}

function keyOfTyping({ saleId, procedure }: Wanted): string {
  return `typed:${saleId}:${procedure.id}`
}

export interface Recognised {
  id: number
  isDraft: boolean
  hasDocuments: boolean
  saleId: number
  procedureId: number
}

// What is found to go on with is held to the end of the transaction: it may be sent in this moment.

/** What was made with this key in the last 24 hours. */
export async function lockByKey(
  tx: Transaction,
  userId: number,
  key: string,
): Promise<Recognised | null> {
  const { rows } = await tx.execute<{
    id: number
    state: string
    has_documents: boolean
    sale_id: number
    procedure_id: number
  }>(sql`
    select id, state, sale_id, procedure_id,
      exists (select from request_documents where request_id = requests.id) as has_documents
    from requests
    where user_id = ${userId} and created_with_key = ${key}
      and created_at > now() - interval '24 hours'
    for update`)
  const [row] = rows
  if (!row) return null
  return {
    id: row.id,
    isDraft: row.state === 'draft',
    hasDocuments: row.has_documents,
    saleId: row.sale_id,
    procedureId: row.procedure_id,
  }
}

/** Nothing is recognised by this key any more. */
export async function releaseKey(tx: Transaction, userId: number, key: string): Promise<void> {
  await tx.execute(sql`
    update requests set created_with_key = null
    where user_id = ${userId} and created_with_key = ${key}`)
}

/** What the member was typing, if it was saved. */
export async function lockTyped(tx: Transaction, wanted: Wanted): Promise<number | null> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select id from requests
    where user_id = ${wanted.userId} and created_with_key = ${keyOfTyping(wanted)}
      and state = 'draft'
    for update`)
  return rows[0]?.id ?? null
}

/** The last that did not get sent: the same words, or with documents that need not come again. */
export async function lockUnsent(
  tx: Transaction,
  wanted: Wanted,
  comment: string,
): Promise<number | null> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select id from requests
    where user_id = ${wanted.userId} and sale_id = ${wanted.saleId}
      and procedure_id = ${wanted.procedure.id} and state = 'draft'
      and (comment = ${comment}
        or exists (select from request_documents where request_id = requests.id))
    order by id desc limit 1
    for update`)
  return rows[0]?.id ?? null
}

/** What the member would go on with: what he typed, or the last that he began and did not send. */
export async function findDraft(
  db: Database | Transaction,
  wanted: Wanted,
): Promise<{ id: number; comment: string } | null> {
  const { rows } = await db.execute<{ id: number; comment: string }>(draftOf(wanted))
  return rows[0] ?? null
}

export async function lockDraft(tx: Transaction, wanted: Wanted): Promise<number | null> {
  const { rows } = await tx.execute<{ id: number }>(sql`${draftOf(wanted)} for update`)
  return rows[0]?.id ?? null
}

function draftOf(wanted: Wanted): SQL {
  return sql`
    select id, comment from requests
    where user_id = ${wanted.userId} and sale_id = ${wanted.saleId}
      and procedure_id = ${wanted.procedure.id} and state = 'draft'
    order by created_with_key is not distinct from ${keyOfTyping(wanted)} desc, id desc
    limit 1`
}

/** @param key null while it is only being typed */
export async function insertDraft(
  tx: Transaction,
  wanted: Wanted,
  { comment, key }: { comment: string; key: string | null },
): Promise<number> {
  const [row] = await tx
    .insert(requests)
    .values({
      userId: wanted.userId,
      saleId: wanted.saleId,
      procedureId: wanted.procedure.id,
      ...snapshotOf(wanted.procedure),
      comment,
      createdWithKey: key ?? keyOfTyping(wanted),
    })
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
  wanted: Wanted,
  { comment, key }: { comment: string; key: string | null },
): Promise<void> {
  const titles = JSON.stringify(wanted.procedure.documents)
  await tx.execute(sql`
    delete from request_documents using requests
    where requests.id = ${id} and request_documents.request_id = requests.id
      and required_documents[position + 1] is distinct from ${titles}::json ->> position`)
  await tx
    .update(requests)
    .set({
      ...snapshotOf(wanted.procedure),
      comment,
      createdWithKey: key ?? keyOfTyping(wanted),
      createdAt: sql`now()`,
      updatedAt: sql`now()`,
    })
    .where(sql`id = ${id}`)
}

/** It is sent, and from now on the cooperative's turn. */
export async function markSent(
  tx: Transaction,
  id: number,
  { sentAt, dueAt }: { sentAt: Date; dueAt: Date },
): Promise<void> {
  await tx
    .update(requests)
    .set({ state: 'sent', sentAt, dueAt, version: sql`version + 1`, updatedAt: sql`now()` })
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

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
