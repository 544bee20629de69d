import type {
  MemberRequest,
  WireDocument,
  WireRequestEvent,
} from '@carpeta/contract/requests/request-schemas'
import type { RequestDocument, StoredRequest } from './requests-store.ts'

/** What staff do among themselves. */
const internalKinds: readonly WireRequestEvent['kind'][] = ['note', 'assigned']

/**
 * A request as its member sees it: no internal notes, no file of an answer that is not out yet, and
 * whoever acted for the cooperative appears as the cooperative.
 */
export function presentForMember(request: StoredRequest, company: string): MemberRequest {
  return {
    id: request.id,
    state: request.state,
    sale_code: request.saleCode,
    procedure: {
      id: request.procedureId,
      title: request.procedureTitle,
      description: request.procedureDescription,
      documents: request.requiredDocuments,
    },
    comment: request.comment,
    sent_at: request.sentAt?.toISOString() ?? null,
    closed_at: request.closedAt?.toISOString() ?? null,
    answer: request.answer,
    answer_files: request.documents
      .filter(({ position, publishedAt }) => position === null && publishedAt !== null)
      .map((document) => presentDocument(document, request.requiredDocuments)),
    documents: presentHandedIn(request),
    events: request.events
      .filter(({ kind }) => !internalKinds.includes(kind))
      .map((event) => ({
        id: event.id,
        at: event.at.toISOString(),
        kind: event.kind,
        actor: event.actorId === request.userId ? event.actorName : company,
        text: event.text,
      })),
  }
}

/** The documents in force, each by what it was asked for as. */
export function presentHandedIn({
  documents,
  requiredDocuments,
}: Pick<StoredRequest, 'documents' | 'requiredDocuments'>): WireDocument[] {
  return documents
    .filter(({ position, replacedAt }) => position !== null && replacedAt === null)
    .map((document) => presentDocument(document, requiredDocuments))
}

export function presentDocument(document: RequestDocument, titles: string[]): WireDocument {
  const { id, name, size, type, position, review, reason, uploadedAt } = document
  return {
    id,
    name,
    size,
    type,
    position,
    title: position === null ? '' : (titles[position] ?? ''),
    review,
    reason,
    uploaded_at: uploadedAt.toISOString(),
  }
}
