import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Transaction } from '../db/client.ts'
import { requestDocuments } from './requests-tables.ts'

/** From now on the member sees every file of the answer, and none of them can be taken back. */
export async function publishAnswerFiles(tx: Transaction, requestId: number): Promise<void> {
  await tx
    .update(requestDocuments)
    .set({ publishedAt: sql`now()` })
    .where(
      and(
        eq(requestDocuments.requestId, requestId),
        isNull(requestDocuments.position),
        isNull(requestDocuments.publishedAt),
      ),
    )
}
