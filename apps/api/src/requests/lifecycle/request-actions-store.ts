import type { RequestState } from '@carpeta/domain/requests/request-states'
import type { Transaction } from '../../db/client.ts'
import { exec, maybeOne, one, sql } from '../../db/query.ts'

/** A request whose row is locked, with everything that an action decides by. */
export interface LockedRequest {
  id: number
  userId: number
  isMemberErased: boolean
  state: RequestState
  version: number
  saleId: number
  saleCode: string
  procedureId: number
  procedureTitle: string
  requiredDocuments: string[]
  comment: string
  /** The staff user who files or filed it for the member. */
  filedBy: number | null
  assigneeId: number | null
  answerHours: number
  /** Calendar days set by law; null where the procedure's own hours count. */
  answerDays: number | null
  sentAt: Date | null
  dueAt: Date | null
  extendedAt: Date | null
  closedAt: Date | null
  /** By the database's clock, which all processes share. */
  now: Date
}

/** Locks the request until the transaction ends, so that concurrent actions run one by one. */
export function lockRequest(tx: Transaction, requestId: number): Promise<LockedRequest | null> {
  return maybeOne<LockedRequest>(
    tx,
    sql`select requests.id, user_id,
        exists (select from users where users.id = user_id and erased_at is not null)
          as is_member_erased,
        state, version, sale_id, sales.code as sale_code, procedure_id, procedure_title,
        required_documents, comment, filed_by, assignee_id, answer_hours, answer_days, sent_at, due_at,
        extended_at, closed_at, clock_timestamp() as now
      from requests join sales on sales.id = sale_id
      where requests.id = ${requestId}
      for update of requests`,
  )
}

export interface RequestChange {
  state?: RequestState
  isAutosaved?: boolean
  answer?: string
  assigneeId?: number | null
  sentAt?: Date
  dueAt?: Date | null
  closedAt?: Date | null
  extendedAt?: Date | null
  mergedInto?: number
}

/** Every change makes a new version, so that a caller with an older one is refused. */
export async function saveChange(
  tx: Transaction,
  requestId: number,
  change: RequestChange,
): Promise<void> {
  await exec(
    tx,
    sql`update requests
      set ${sql.assign({ ...change, version: sql`version + 1`, updatedAt: sql`now()`, isSample: false })}
      where id = ${requestId}`,
  )
}

export interface DocumentReview {
  review: 'accepted' | 'rejected'
  /** Why it was rejected. */
  reason: string
}

/** Reviews a document that is not replaced. @returns its title, or null if there is none */
export async function saveReview(
  tx: Transaction,
  requestId: number,
  documentId: number,
  review: DocumentReview,
): Promise<string | null> {
  const reviewed = await maybeOne<{ title: string }>(
    tx,
    sql`update request_documents set review = ${review.review}, reason = ${review.reason}
      from requests
      where requests.id = request_id and request_id = ${requestId}
        and document_id = ${documentId} and replaced_at is null and position is not null
      returning coalesce(required_documents[position + 1], '') as title`,
  )
  return reviewed?.title ?? null
}

/** How many documents are rejected, and how many were replaced since staff last asked. */
export function countReplaced(
  tx: Transaction,
  requestId: number,
): Promise<{ rejected: number; replaced: number }> {
  return one(
    tx,
    sql`select
      (select count(*) from request_documents
        where request_id = ${requestId} and replaced_at is null and review = 'rejected')
        as rejected,
      (select count(*) from request_events
        where request_id = ${requestId} and kind = 'document_replaced' and id > coalesce((
          select max(id) from request_events
          where request_id = ${requestId} and kind = 'asked'), 0)) as replaced`,
  )
}
