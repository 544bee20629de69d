import type { StaffRequest } from '@carpeta/contract/requests/request-schemas'
import { canExtend } from '@carpeta/domain/personal-data/data-subject-requests'
import { canReopen } from '@carpeta/domain/requests/request-states'
import type { PeopleOfRow } from '../../users/people-store.ts'
import { presentDocument, presentForMember } from '../present-request.ts'
import type { StoredRequest } from '../requests-store.ts'

/** Adds internal notes, names, replaced documents and unpublished files to the member's view. */
export function presentForStaff(
  request: StoredRequest,
  { member, isMemberErased, colleague, now }: PeopleOfRow,
  company: string,
): StaffRequest {
  return {
    ...presentForMember(request, company),
    answer_files: request.documents
      .filter(({ position }) => position === null)
      .map((file) => ({
        ...presentDocument(file, request.requiredDocuments),
        published_at: file.publishedAt?.toISOString() ?? null,
      })),
    replaced_documents: request.documents.flatMap((document) =>
      document.replacedAt === null
        ? []
        : {
            ...presentDocument(document, request.requiredDocuments),
            replaced_at: document.replacedAt.toISOString(),
          },
    ),
    events: request.events.map(({ id, at, kind, actorName, text, helped }) => ({
      id,
      at: at.toISOString(),
      kind,
      actor: actorName,
      text,
      helped,
    })),
    member,
    project: request.project,
    assignee: colleague,
    due_at: request.dueAt?.toISOString() ?? null,
    is_overdue: request.dueAt !== null && request.dueAt < now,
    can_extend: canExtend(request),
    can_reopen: !isMemberErased && canReopen(request.state, request.closedAt, now),
    version: request.version,
  }
}
