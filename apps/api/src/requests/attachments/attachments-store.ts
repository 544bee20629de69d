import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../db/client.ts'
import { documents } from '../../documents/documents-tables.ts'
import { requestDocuments, requests } from '../requests-tables.ts'

export async function attach(
  tx: Transaction,
  document: { requestId: number; documentId: number; position: number | null },
): Promise<void> {
  await tx.insert(requestDocuments).values(document)
}

/** It belongs to nothing afterwards. */
export async function detach(tx: Transaction, documentId: number): Promise<void> {
  await tx.delete(requestDocuments).where(eq(requestDocuments.documentId, documentId))
}

/** It stays for the record, but no longer counts. By the clock: the request may have been waited for. */
export async function markReplaced(tx: Transaction, documentId: number): Promise<void> {
  await tx
    .update(requestDocuments)
    .set({ replacedAt: sql`clock_timestamp()` })
    .where(eq(requestDocuments.documentId, documentId))
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

export async function findAttachment(db: Database, documentId: number): Promise<Attachment | null> {
  const [row] = await db
    .select({
      id: documents.id,
      storageKey: documents.storageKey,
      name: documents.name,
      type: documents.type,
      size: documents.size,
      requestId: requests.id,
      memberId: requests.userId,
      isDraft: sql<boolean>`${requests.state} = 'draft'`,
      isForMember: sql<boolean>`${requestDocuments.position} is not null
        or ${requestDocuments.publishedAt} is not null`,
    })
    .from(documents)
    .innerJoin(requestDocuments, eq(requestDocuments.documentId, documents.id))
    .innerJoin(requests, eq(requests.id, requestDocuments.requestId))
    .where(eq(documents.id, documentId))
  return row ?? null
}

/** The request whose member handed this document in. */
export async function findRequestOfDocument(
  db: Database,
  documentId: number,
): Promise<number | null> {
  const [row] = await db
    .select({ requestId: requestDocuments.requestId })
    .from(requestDocuments)
    .where(and(eq(requestDocuments.documentId, documentId), isNotNull(requestDocuments.position)))
  return row?.requestId ?? null
}
