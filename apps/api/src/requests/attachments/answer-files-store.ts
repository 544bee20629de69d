import type { Transaction } from '../../db/client.ts'
import { exec, maybeOne, one, type SQL, sql } from '../../db/query.ts'

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
