import type { WireDocument, WireRequestEvent } from '@carpeta/contract/requests/request-schemas'
import { OPERATOR_NAME } from '@carpeta/domain/personal-data/personal-data-labels'
import type { RequestState } from '@carpeta/domain/requests/request-states'
import type { Database, Transaction } from '../db/client.ts'
import { exec, many, maybeOne, one, sql } from '../db/query.ts'
import { eventKind } from './notifications/request-events-store.ts'

export interface RequestDocument {
  id: number
  name: string
  /** Bytes. */
  size: number
  type: WireDocument['type']
  /** Index of the required document; null for a file of the answer. */
  position: number | null
  review: WireDocument['review']
  reason: string
  uploadedAt: Date
  /** When a file of the answer became visible to the member. */
  publishedAt: Date | null
  replacedAt: Date | null
}

export interface RequestEvent {
  id: number
  at: Date
  kind: WireRequestEvent['kind']
  /** Null for the portal's operator. */
  actorId: number | null
  actorName: string
  text: string
  /** What the member said of the answer; null for other events. */
  helped: boolean | null
}

/** A request with everything that belongs to it; presenters choose what a caller sees. */
export interface StoredRequest {
  id: number
  userId: number
  state: RequestState
  saleId: number
  saleCode: string
  project: string
  procedureId: number
  procedureTitle: string
  procedureDescription: string
  requiredDocuments: string[]
  comment: string
  answer: string
  /** The staff user who files or filed it for the member. */
  filedBy: number | null
  filedByName: string
  mergedInto: number | null
  assigneeId: number | null
  sentAt: Date | null
  dueAt: Date | null
  answerDays: number | null
  extendedAt: Date | null
  closedAt: Date | null
  version: number
  /** By the database's clock. */
  now: Date
  /** By position, then by id; replaced ones included. */
  documents: RequestDocument[]
  /** Oldest first. */
  events: RequestEvent[]
  /** The requests that were merged into it, oldest first. */
  merged: MergedRequest[]
}

export interface MergedRequest {
  id: number
  procedureTitle: string
  requiredDocuments: string[]
  sentAt: Date | null
  comment: string
  documents: RequestDocument[]
}

export async function findRequest(db: Database, requestId: number): Promise<StoredRequest | null> {
  const request = await maybeOne<Omit<StoredRequest, 'documents' | 'events' | 'merged'>>(
    db,
    sql`select requests.id, user_id, state, sale_id, sales.code as sale_code, sales.project,
        procedure_id, procedure_title, procedure_description, required_documents, comment, answer,
        filed_by, coalesce((select trim(first_name || ' ' || last_name) from users
          where users.id = filed_by), '') as filed_by_name, merged_into, assignee_id, sent_at, due_at, answer_days, extended_at, closed_at, version,
        now() as now
      from requests join sales on sales.id = sale_id
      where requests.id = ${requestId}`,
  )
  if (!request) return null
  const history = await listHistory(db, requestId)
  return { ...request, ...history, merged: await listMerged(db, requestId) }
}

async function listMerged(db: Database, requestId: number): Promise<MergedRequest[]> {
  const rows = await many<Omit<MergedRequest, 'documents'>>(
    db,
    sql`select id, procedure_title, required_documents, sent_at, comment from requests
      where merged_into = ${requestId} order by id`,
  )
  const merged: MergedRequest[] = []
  for (const row of rows) merged.push({ ...row, documents: await listDocuments(db, row.id) })
  return merged
}

export async function listHistory(
  db: Database | Transaction,
  requestId: number,
): Promise<Pick<StoredRequest, 'documents' | 'events'>> {
  const documents = await listDocuments(db, requestId)
  return { documents, events: await listEvents(db, requestId) }
}

export function listDocuments(
  db: Database | Transaction,
  requestId: number,
): Promise<RequestDocument[]> {
  return many<RequestDocument>(
    db,
    sql`select id, name, size, type, position, review, reason, created_at as uploaded_at,
        published_at, replaced_at
      from request_documents join documents on documents.id = document_id
      where request_id = ${requestId}
      order by position, id`,
  )
}

function listEvents(db: Database | Transaction, requestId: number): Promise<RequestEvent[]> {
  return many<RequestEvent>(
    db,
    sql`select request_events.id, at, actor_id,
        ${eventKind} as kind,
        coalesce(trim(actor.first_name || ' ' || actor.last_name), ${OPERATOR_NAME}) as actor_name,
        coalesce(trim(assignee.first_name || ' ' || assignee.last_name), text) as text, helped
      from request_events
      left join users actor on actor.id = actor_id
      left join users assignee on assignee.id = assignee_id
      left join answer_ratings on event_id = request_events.id
      where request_id = ${requestId}
      order by request_events.id`,
  )
}

const ofSample = sql`select id from requests where is_sample`

/** Requests that the sample cooperative brought and nobody changed, and their documents. */
export function countSampleRequests(
  tx: Transaction,
): Promise<{ requests: number; documents: number }> {
  return one(
    tx,
    sql`select (select count(*) from (${ofSample}) sample) as requests,
        (select count(*) from request_documents where request_id in (${ofSample})) as documents`,
  )
}

/** Runs with the first real import. The documents become orphaned. */
export async function deleteSampleRequests(tx: Transaction): Promise<void> {
  await exec(tx, sql`delete from requests where is_sample`)
}

/** A condition on `procedures`: a request is for it. */
export const isRequested = sql`exists (
  select from requests where requests.procedure_id = procedures.id)`
