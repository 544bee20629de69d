import type {
  MemberRequest,
  WireDocument,
  MergedRequest as WireMergedRequest,
  WireRequestEvent,
} from '@carpeta/contract/requests/request-schemas'
import { todayInSantiago } from '@carpeta/domain/dates/dates'
import { canRate, canRespond, respondUntil } from '@carpeta/domain/requests/request-states'
import type { RequestDocument, StoredRequest } from './requests-store.ts'

/** Events that the member does not see. */
const internalKinds: readonly WireRequestEvent['kind'][] = ['note', 'assigned']

/**
 * A request as its member sees it: without internal notes and unpublished answer files, and with
 * the cooperative's name in place of staff's.
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
    documents: presentMemberDocuments(request),
    events: request.events
      .filter(({ kind }) => !internalKinds.includes(kind))
      .map((event) => ({
        id: event.id,
        at: event.at.toISOString(),
        kind: event.kind,
        actor: event.actorId === request.userId ? event.actorName : company,
        text: event.text,
        helped: event.helped,
      })),
    filed_by: request.filedByName,
    merged_into: request.mergedInto,
    merged: request.merged.map(presentMerged),
    answer_by: request.dueAt ? todayInSantiago(request.dueAt) : null,
    respond_until:
      request.closedAt && canRate(request.state) ? respondUntil(request.closedAt) : null,
    can_respond: canRespond(request.state, request.closedAt, request.now),
  }
}

function presentMerged(request: StoredRequest['merged'][number]): WireMergedRequest {
  return {
    id: request.id,
    procedure_title: request.procedureTitle,
    sent_at: request.sentAt?.toISOString() ?? null,
    comment: request.comment,
    documents: presentMemberDocuments(request),
  }
}

/** The member's documents that are not replaced. */
export function presentMemberDocuments({
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
