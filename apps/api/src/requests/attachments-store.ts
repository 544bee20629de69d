import { OPTIONAL_FILES } from '@carpeta/domain/requests/document-rules'
import type { Database, Transaction } from '../db/client.ts'
import { exec, many, maybeOne, one, type SQL, sql } from '../db/query.ts'
import { idsOfParts } from './requests-store.ts'

export async function attach(
  tx: Transaction,
  document: { requestId: number; documentId: number; position: number | null },
): Promise<void> {
  await exec(tx, sql`insert into request_documents ${sql.insert(document)}`)
}

/** Leaves the document orphaned. */
export async function detach(tx: Transaction, documentId: number): Promise<void> {
  await exec(tx, sql`delete from request_documents where document_id = ${documentId}`)
}

/** By the clock: the transaction may have begun long before it got the request's lock. */
export async function markReplaced(tx: Transaction, documentId: number): Promise<void> {
  await exec(
    tx,
    sql`update request_documents set replaced_at = clock_timestamp()
      where document_id = ${documentId}`,
  )
}

/** A stored document, and who can read it. */
export interface Attachment {
  id: number
  storageKey: string
  name: string
  type: string
  size: number
  requestId: number
  saleId: number
  memberId: number
  /** Who alone sees it until it is sent; null once it is. */
  writerId: number | null
  /** Whether the member sees it: their own document, or a file of a published answer. */
  isForMember: boolean
}

/** For a query on `requests`: who writes its draft. */
const writerId = sql`case when requests.state = 'draft' then coalesce(filed_by, user_id)
  else user_id end`

export function findAttachment(db: Database, documentId: number): Promise<Attachment | null> {
  return maybeOne<Attachment>(
    db,
    sql`select documents.id, storage_key, name, type, size, request_id, sale_id, user_id as member_id,
        null::int as writer_id, position is not null or published_at is not null as is_for_member
      from documents
      join request_documents on document_id = documents.id
      join requests on requests.id = request_id
      where documents.id = ${documentId}
      union all
      select documents.id, storage_key, name, type, size, request_id, sale_id, user_id, ${writerId}, false
      from documents
      join slot_files on document_id = documents.id
      join requests on requests.id = request_id
      where documents.id = ${documentId}`,
  )
}

/** The request that has this document, sent or not; null for a file of an answer. */
export async function findRequestOfDocument(
  db: Database | Transaction,
  documentId: number,
): Promise<number | null> {
  const attached = await maybeOne<{ requestId: number }>(
    db,
    sql`select request_id from request_documents
      where document_id = ${documentId} and position is not null
      union all
      select request_id from slot_files where document_id = ${documentId}`,
  )
  return attached?.requestId ?? null
}

/**
 * Reviews a document that is not replaced, of the request or of one that was merged into it.
 * @returns its title, or null if there is none
 */
export async function saveReview(
  tx: Transaction,
  requestId: number,
  documentId: number,
  { review, reason }: { review: 'accepted' | 'rejected'; reason: string },
): Promise<string | null> {
  const reviewed = await maybeOne<{ title: string }>(
    tx,
    sql`update request_documents set review = ${review}, reason = ${reason}
      from requests
      where requests.id = request_id and request_id in (${idsOfParts(requestId)})
        and document_id = ${documentId} and replaced_at is null and position is not null
      returning coalesce(required_documents[position + 1], ${OPTIONAL_FILES}) as title`,
  )
  return reviewed?.title ?? null
}

function unpublishedFilesOf(requestId: number): SQL {
  return sql`request_id = ${requestId} and position is null and published_at is null`
}

/** Shows every file of the answer to the member; published files can no longer be removed. */
export async function publishAnswerFiles(tx: Transaction, requestId: number): Promise<void> {
  await exec(
    tx,
    sql`update request_documents set published_at = now() where ${unpublishedFilesOf(requestId)}`,
  )
}

/** They wait in the answer of the other request instead. */
export async function moveUnpublishedFiles(
  tx: Transaction,
  requestId: number,
  intoId: number,
): Promise<void> {
  await exec(
    tx,
    sql`update request_documents set request_id = ${intoId} where ${unpublishedFilesOf(requestId)}`,
  )
}

/** For an answer that will not be given. @returns the ids of the documents, which belong to nothing any more */
export async function detachUnpublishedFiles(
  tx: Transaction,
  requestId: number,
): Promise<number[]> {
  const detached = await many<{ documentId: number }>(
    tx,
    sql`delete from request_documents where ${unpublishedFilesOf(requestId)} returning document_id`,
  )
  return detached.map(({ documentId }) => documentId)
}

export async function countUnpublishedFiles(tx: Transaction, requestId: number): Promise<number> {
  const { count } = await one<{ count: number }>(
    tx,
    sql`select count(*) from request_documents where ${unpublishedFilesOf(requestId)}`,
  )
  return count
}

export function findAnswerFile(
  tx: Transaction,
  requestId: number,
  documentId: number,
): Promise<{ name: string; isPublished: boolean } | null> {
  return maybeOne(
    tx,
    sql`select name, published_at is not null as is_published
      from request_documents join documents on documents.id = document_id
      where request_id = ${requestId} and document_id = ${documentId} and position is null`,
  )
}

/** A condition on `documents`: a request or a draft has it. */
export const isAttached = sql`(exists (
  select from request_documents where request_documents.document_id = documents.id)
  or exists (select from slot_files where slot_files.document_id = documents.id))`
