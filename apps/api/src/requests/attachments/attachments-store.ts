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

/** It belongs to nothing afterwards. */
export async function detach(tx: Transaction, documentId: number): Promise<void> {
  await exec(tx, sql`delete from request_documents where document_id = ${documentId}`)
}

/** It stays for the record, but no longer counts. By the clock: the request may have been waited for. */
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

/** A kept document and what decides who may have it. */
export interface Attachment {
  id: number
  storageKey: string
  name: string
  type: string
  size: number
  requestId: number
  memberId: number
  isDraft: boolean
  /** Whether its member sees it: what he handed in, or a file of an answer that is out. */
  isForMember: boolean
}

export function findAttachment(db: Database, documentId: number): Promise<Attachment | null> {
  return maybeOne<Attachment>(
    db,
    sql`select documents.id, storage_key, name, type, size, request_id, user_id as member_id,
        requests.state = 'draft' as is_draft,
        position is not null or published_at is not null as is_for_member
      from documents
      join request_documents on document_id = documents.id
      join requests on requests.id = request_id
      where documents.id = ${documentId}`,
  )
}

/** The request whose member handed this document in. */
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
