import type { RequestState } from '@carpeta/domain/requests/request-states'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Transaction } from '../../db/client.ts'
import { requestDocuments, requests } from '../requests-tables.ts'

/** What decides whether an act is possible, read while nobody else can change it. */
export interface LockedRequest {
  id: number
  userId: number
  /** Nobody is left to answer. */
  isMemberErased: boolean
  state: RequestState
  version: number
  assigneeId: number | null
  answerHours: number
  /** A law's calendar days; null where the cooperative's own hours count. */
  answerDays: number | null
  sentAt: Date | null
  dueAt: Date | null
  extendedAt: Date | null
  closedAt: Date | null
  /** By the database's clock, which all processes share. */
  now: Date
}

/** Holds the request to the end of the transaction: of two acts at once the second waits. */
export async function lockRequest(
  tx: Transaction,
  requestId: number,
): Promise<LockedRequest | null> {
  const [row] = await tx
    .select({
      id: requests.id,
      userId: requests.userId,
      isMemberErased: sql<boolean>`exists (
        select from users where users.id = ${requests.userId} and erased_at is not null)`,
      state: requests.state,
      version: requests.version,
      assigneeId: requests.assigneeId,
      answerHours: requests.answerHours,
      answerDays: requests.answerDays,
      sentAt: requests.sentAt,
      dueAt: requests.dueAt,
      extendedAt: requests.extendedAt,
      closedAt: requests.closedAt,
      now: sql<string>`clock_timestamp()`,
    })
    .from(requests)
    .where(eq(requests.id, requestId))
    .for('update')
  return row ? { ...row, state: row.state as RequestState, now: new Date(row.now) } : null
}

export interface RequestChange {
  state?: RequestState
  answer?: string
  assigneeId?: number | null
  dueAt?: Date | null
  closedAt?: Date | null
  extendedAt?: Date | null
}

/** Every change makes a new version, so that whoever saw the older one is told. */
export async function saveChange(
  tx: Transaction,
  requestId: number,
  change: RequestChange,
): Promise<void> {
  await tx
    .update(requests)
    .set({ ...change, version: sql`${requests.version} + 1`, updatedAt: sql`now()` })
    .where(eq(requests.id, requestId))
}

export interface DocumentReview {
  review: 'accepted' | 'rejected'
  /** Why it was rejected. */
  reason: string
}

/** What staff think of a document that is in force. @returns its title, or null if there is none */
export async function saveReview(
  tx: Transaction,
  requestId: number,
  documentId: number,
  review: DocumentReview,
): Promise<string | null> {
  const [row] = await tx
    .update(requestDocuments)
    .set(review)
    .from(requests)
    .where(
      and(
        eq(requests.id, requestDocuments.requestId),
        eq(requestDocuments.requestId, requestId),
        eq(requestDocuments.documentId, documentId),
        isNull(requestDocuments.replacedAt),
        sql`${requestDocuments.position} is not null`,
      ),
    )
    .returning({
      title: sql<string>`coalesce(${requests.requiredDocuments}[${requestDocuments.position} + 1], '')`,
    })
  return row?.title ?? null
}

/** How many documents stand rejected, and how many were replaced since staff last asked. */
export async function countReplaced(
  tx: Transaction,
  requestId: number,
): Promise<{ rejected: number; replaced: number }> {
  const { rows } = await tx.execute<{ rejected: number; replaced: number }>(sql`
    select
      (select count(*)::int from request_documents
        where request_id = ${requestId} and replaced_at is null and review = 'rejected') as rejected,
      (select count(*)::int from request_events
        where request_id = ${requestId} and kind = 'document_replaced' and id > coalesce((
          select max(id) from request_events
          where request_id = ${requestId} and kind = 'asked'), 0)) as replaced`)
  return rows[0] ?? { rejected: 0, replaced: 0 }
}
