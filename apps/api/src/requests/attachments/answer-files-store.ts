import { and, count, eq, isNull, sql } from 'drizzle-orm'
import type { Transaction } from '../../db/client.ts'
import { documents } from '../../documents/documents-tables.ts'
import { requestDocuments } from '../requests-tables.ts'

const unpublishedOf = (requestId: number) =>
  and(
    eq(requestDocuments.requestId, requestId),
    isNull(requestDocuments.position),
    isNull(requestDocuments.publishedAt),
  )

/** From now on the member sees every file of the answer, and none of them can be taken back. */
export async function publishAnswerFiles(tx: Transaction, requestId: number): Promise<void> {
  await tx.update(requestDocuments).set({ publishedAt: sql`now()` }).where(unpublishedOf(requestId))
}

/** How many files the answer has that is being written. */
export async function countUnpublished(tx: Transaction, requestId: number): Promise<number> {
  const [row] = await tx
    .select({ files: count() })
    .from(requestDocuments)
    .where(unpublishedOf(requestId))
  return row?.files ?? 0
}

export async function findAnswerFile(
  tx: Transaction,
  requestId: number,
  documentId: number,
): Promise<{ name: string; isPublished: boolean } | null> {
  const [row] = await tx
    .select({
      name: documents.name,
      isPublished: sql<boolean>`${requestDocuments.publishedAt} is not null`,
    })
    .from(requestDocuments)
    .innerJoin(documents, eq(documents.id, requestDocuments.documentId))
    .where(
      and(
        eq(requestDocuments.requestId, requestId),
        eq(requestDocuments.documentId, documentId),
        isNull(requestDocuments.position),
      ),
    )
  return row ?? null
}
