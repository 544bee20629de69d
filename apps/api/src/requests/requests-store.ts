import type { WireDocument, WireRequestEvent } from '@carpeta/contract/requests'
import { OPERATOR_NAME } from '@carpeta/domain/personal-data/personal-data-labels'
import type { RequestState } from '@carpeta/domain/requests/request-states'
import { asc, eq, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../db/client.ts'
import { documents } from '../documents/documents-tables.ts'
import { sales } from '../sales/sales-tables.ts'
import { users } from '../users/users-tables.ts'
import { requestDocuments, requestEvents, requests } from './requests-tables.ts'

export interface RequestDocument {
  id: number
  name: string
  /** Bytes. */
  size: number
  type: WireDocument['type']
  /** Which of the required documents, from 0; null for a file of the answer. */
  position: number | null
  review: WireDocument['review']
  reason: string
  uploadedAt: Date
  /** A file of the answer: since when its member sees it. */
  publishedAt: Date | null
  replacedAt: Date | null
}

export interface RequestEvent {
  id: number
  at: Date
  kind: WireRequestEvent['kind']
  /** Null: whoever runs the portal. */
  actorId: number | null
  actorName: string
  text: string
}

/** A request with all that belongs to it; who may see what of it is the presenter's to say. */
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
  assigneeId: number | null
  sentAt: Date | null
  dueAt: Date | null
  answerDays: number | null
  extendedAt: Date | null
  closedAt: Date | null
  version: number
  /** In the order of their positions, then as they came. Replaced ones too. */
  documents: RequestDocument[]
  /** Oldest first. */
  events: RequestEvent[]
}

/** Whose request it is. */
export async function findMemberOf(db: Database, requestId: number): Promise<number | null> {
  const [row] = await db
    .select({ memberId: requests.userId })
    .from(requests)
    .where(eq(requests.id, requestId))
  return row?.memberId ?? null
}

export async function findRequest(
  db: Database | Transaction,
  requestId: number,
): Promise<StoredRequest | null> {
  const [row] = await db
    .select({ request: requests, saleCode: sales.code, project: sales.project })
    .from(requests)
    .innerJoin(sales, eq(sales.id, requests.saleId))
    .where(eq(requests.id, requestId))
  if (!row) return null
  const { request, saleCode, project } = row
  return {
    ...request,
    state: request.state as RequestState,
    saleCode,
    project,
    documents: await listDocuments(db, requestId),
    events: await listEvents(db, requestId),
  }
}

export async function listDocuments(
  db: Database | Transaction,
  requestId: number,
): Promise<RequestDocument[]> {
  const rows = await db
    .select({
      id: documents.id,
      name: documents.name,
      size: documents.size,
      type: documents.type,
      position: requestDocuments.position,
      review: requestDocuments.review,
      reason: requestDocuments.reason,
      uploadedAt: documents.createdAt,
      publishedAt: requestDocuments.publishedAt,
      replacedAt: requestDocuments.replacedAt,
    })
    .from(requestDocuments)
    .innerJoin(documents, eq(documents.id, requestDocuments.documentId))
    .where(eq(requestDocuments.requestId, requestId))
    .orderBy(asc(requestDocuments.position), asc(documents.id))
  return rows.map((row) => ({
    ...row,
    type: row.type as RequestDocument['type'],
    review: row.review as RequestDocument['review'],
  }))
}

async function listEvents(db: Database | Transaction, requestId: number): Promise<RequestEvent[]> {
  const rows = await db
    .select({ event: requestEvents, firstName: users.firstName, lastName: users.lastName })
    .from(requestEvents)
    .leftJoin(users, eq(users.id, requestEvents.actorId))
    .where(eq(requestEvents.requestId, requestId))
    .orderBy(asc(requestEvents.id))
  return rows.map(({ event, firstName, lastName }) => ({
    id: event.id,
    at: event.at,
    kind: event.kind as RequestEvent['kind'],
    actorId: event.actorId,
    actorName: firstName === null ? OPERATOR_NAME : `${firstName} ${lastName}`.trim(),
    text: event.text,
  }))
}

/** With the first real load: what was tried out on the sample cooperative goes with it. */
export async function deleteSampleRequests(tx: Transaction): Promise<void> {
  await tx.execute(sql`
    delete from requests
    where sale_id in (select id from sales where is_sample)
      or procedure_id in (select id from procedures where is_sample)`)
}
