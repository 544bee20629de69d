import type { Transaction } from '../../db/client.ts'
import { exec, maybeOne, one, type SQL, sql } from '../../db/query.ts'

function unpublishedOf(requestId: number): SQL {
  return sql`request_id = ${requestId} and position is null and published_at is null`
}

/** From now on the member sees every file of the answer, and none of them can be taken back. */
export async function publishAnswerFiles(tx: Transaction, requestId: number): Promise<void> {
  await exec(
    tx,
    sql`update request_documents set published_at = now() where ${unpublishedOf(requestId)}`,
  )
}

/** How many files the answer has that is being written. */
export async function countUnpublished(tx: Transaction, requestId: number): Promise<number> {
  const { count } = await one<{ count: number }>(
    tx,
    sql`select count(*) from request_documents where ${unpublishedOf(requestId)}`,
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
