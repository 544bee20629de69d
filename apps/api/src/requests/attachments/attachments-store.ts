import type { Database, Transaction } from '../../db/client.ts'
import { exec, maybeOne, one, sql } from '../../db/query.ts'

export async function attach(
  tx: Transaction,
  document: { requestId: number; documentId: number; position: number | null },
): Promise<void> {
  const { requestId, documentId, position } = document
  await exec(
    tx,
    sql`insert into request_documents ${sql.insert({ requestId, documentId, position })}`,
  )
}

/** Leaves the document without a request. */
export async function detach(tx: Transaction, documentId: number): Promise<void> {
  await exec(tx, sql`delete from request_documents where document_id = ${documentId}`)
}

/** Uses the clock's time: the transaction may have begun long before it got the request's lock. */
export async function markReplaced(tx: Transaction, documentId: number): Promise<void> {
  await exec(
    tx,
    sql`update request_documents set replaced_at = clock_timestamp()
      where document_id = ${documentId}`,
  )
}

/** How many documents and answer files a request has. */
export async function countDocuments(tx: Transaction, requestId: number): Promise<number> {
  const { count } = await one<{ count: number }>(
    tx,
    sql`select count(*) from request_documents where request_id = ${requestId}`,
  )
  return count
}

/** A stored document with what decides who can read it. */
export interface Attachment {
  id: number
  storageKey: string
  name: string
  type: string
  size: number
  requestId: number
  memberId: number
  /** Not sent: only the member sees it. */
  isDraft: boolean
  /** Whether the member sees it: their own document, or a file of a published answer. */
  isForMember: boolean
}

export function findAttachment(db: Database, documentId: number): Promise<Attachment | null> {
  return maybeOne<Attachment>(
    db,
    sql`select documents.id, storage_key, name, type, size, request_id, user_id as member_id,
        requests.state = 'draft' as is_draft,
        (position is not null and (requests.state <> 'draft' or filed_by is null))
          or published_at is not null as is_for_member
      from documents
      join request_documents on document_id = documents.id
      join requests on requests.id = request_id
      where documents.id = ${documentId}
      union all
      select documents.id, storage_key, name, type, size, request_id, user_id, true, true
      from documents
      join slot_files on document_id = documents.id
      join requests on requests.id = request_id
      where documents.id = ${documentId}`,
  )
}

/** The request that has this document; null for a file of an answer. */
export async function findRequestOfDocument(
  db: Database,
  documentId: number,
): Promise<number | null> {
  const attached = await maybeOne<{ requestId: number }>(
    db,
    sql`select request_id from request_documents
      where document_id = ${documentId} and position is not null`,
  )
  return attached?.requestId ?? null
}
