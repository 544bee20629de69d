import type {
  MemberRequest,
  StaffRequest,
  WireDocument,
  MergedRequest as WireMergedRequest,
  WireRequestEvent,
} from '@carpeta/contract/requests'
import type { RequestMember, SaleOfRequest } from '@carpeta/contract/staff-requests'
import { can } from '@carpeta/domain/access/permissions'
import { maySeeSales } from '@carpeta/domain/access/staff-views'
import { todayInSantiago } from '@carpeta/domain/dates/dates'
import { canExtend } from '@carpeta/domain/personal-data/data-subject-requests'
import { documentTitle } from '@carpeta/domain/requests/document-rules'
import {
  canReopen,
  canRespond,
  isActionAllowed,
  respondUntil,
} from '@carpeta/domain/requests/request-states'
import { deedProcess } from '@carpeta/domain/sales/deed-steps'
import { recordAuditedRead } from '../audit/record-audit-event.ts'
import { columnOf } from '../db/table-shape.ts'
import { senderOf } from '../email/render-email.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { NotFound } from '../http/errors.ts'
import { findPeopleOfRow, type PeopleOfRow } from '../people/people-store.ts'
import { duesOf, type ListWaiting } from '../sales/sale-due.ts'
import { findSaleOfRequest } from '../sales/sales-store.ts'
import {
  isOfFormerHolder,
  isWriter,
  mayHandle,
  type RequestServices,
  requireHandling,
} from './change-request.ts'
import { presentRequestRow } from './queue.ts'
import { listRequestsOf } from './queue-store.ts'
import {
  findRequest,
  type RequestDocument,
  type RequestEvent,
  type StoredRequest,
} from './requests-store.ts'

/**
 * A request as its member sees it, or as staff see it. Staff who answer read their own request as its
 * member. The read is in the audit log, where the member can see it.
 * @throws {NotFound}
 * @throws {Refused} 403 for their own request or purchase with `asStaff`
 */
export async function readRequest(
  services: RequestServices,
  caller: SignedInCaller,
  { requestId, asStaff }: { requestId: number; asStaff: boolean },
): Promise<MemberRequest | StaffRequest> {
  const { user } = caller
  const request = await findRequest(services.db, requestId)
  if (!request || (request.state === 'draft' && !isWriter(caller, request))) throw new NotFound()
  const isAnswering = can(user, 'requests.answer_requests')
  if (isAnswering && asStaff) await requireHandling(services.db, caller, request)
  const isForStaff = isAnswering && (await mayHandle(services.db, caller, request))
  const shown = isForStaff
    ? await showToStaff(services, request)
    : showToMember(services, request, user.id)
  await recordAuditedRead(services.db, caller, { type: 'request', id: requestId }, request.userId)
  return shown
}

/** The member's own request. @throws {NotFound} for any other */
export async function readMemberRequest(
  services: RequestServices,
  requestId: number,
  memberId: number,
): Promise<MemberRequest> {
  return showToMember(services, await findRequest(services.db, requestId), memberId)
}

function showToMember(
  { config }: RequestServices,
  request: StoredRequest | null,
  memberId: number,
): MemberRequest {
  if (request?.userId !== memberId) throw new NotFound()
  return presentForMember(request, senderOf(config).company)
}

/** A request as staff see it. @throws {NotFound} for a draft too, which only its member sees */
export async function readStaffRequest(
  services: RequestServices,
  requestId: number,
): Promise<StaffRequest> {
  return showToStaff(services, await findRequest(services.db, requestId))
}

async function showToStaff(
  { db, config }: RequestServices,
  request: StoredRequest | null,
): Promise<StaffRequest> {
  if (!request || request.state === 'draft') throw new NotFound()
  const { userId: memberId, assigneeId: colleagueId } = request
  const people = await findPeopleOfRow(db, { memberId, colleagueId })
  return presentForStaff(request, people, senderOf(config).company)
}

/** Events that the member does not see. */
const internalKinds: readonly WireRequestEvent['kind'][] = ['note', 'assigned']

/**
 * A request as its member sees it: without internal notes and unpublished answer files, and with
 * the cooperative's name in place of staff's.
 */
function presentForMember(request: StoredRequest, company: string): MemberRequest {
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
      .map((event) =>
        presentEvent(event, event.actorId === request.userId ? event.actorName : company),
      ),
    filed_by: request.filedByName,
    merged_into: request.mergedInto,
    merged: request.merged.map(presentMerged),
    answer_by: request.dueAt ? todayInSantiago(request.dueAt) : null,
    respond_until:
      request.closedAt && isActionAllowed('respond', request.state)
        ? respondUntil(request.closedAt)
        : null,
    can_respond:
      !isOfFormerHolder(request) && canRespond(request.state, request.closedAt, request.now),
  }
}

/** Adds internal notes, names, replaced documents and unpublished files to the member's view. */
function presentForStaff(
  request: StoredRequest,
  { member, wantsRequestEmails, isMemberErased, colleague, now }: PeopleOfRow,
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
    events: request.events.map((event) => presentEvent(event, event.actorName)),
    member: { ...member, gets_emails: wantsRequestEmails },
    is_former_holder: isOfFormerHolder(request),
    project: request.project,
    assignee: colleague,
    due_at: request.dueAt?.toISOString() ?? null,
    is_overdue: request.dueAt !== null && request.dueAt < now,
    can_extend: canExtend(request),
    can_reopen: !isMemberErased && canReopen(request.state, request.closedAt, now),
    version: request.version,
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

function presentEvent(
  { id, at, kind, text, helped }: RequestEvent,
  actor: string,
): WireRequestEvent {
  return { id, at: at.toISOString(), kind, actor, text, helped }
}

/** The member's documents that are not replaced. */
function presentMemberDocuments({
  documents,
  requiredDocuments,
}: Pick<StoredRequest, 'documents' | 'requiredDocuments'>): WireDocument[] {
  return documents
    .filter(({ position, replacedAt }) => position !== null && replacedAt === null)
    .map((document) => presentDocument(document, requiredDocuments))
}

function presentDocument(document: RequestDocument, titles: string[]): WireDocument {
  const { id, name, size, type, position, review, reason, uploadedAt } = document
  return {
    id,
    name,
    size,
    type,
    position,
    title: position === null ? '' : documentTitle(titles, position),
    review,
    reason,
    uploaded_at: uploadedAt.toISOString(),
  }
}

const MAX_OTHERS = 10

/**
 * The member's other requests and, for staff who may see sales, the sale with the holder's phone and
 * what is due: shown beside a request.
 * @throws {NotFound} for a draft too · {Refused} 403 for the caller's own request or purchase
 */
export async function readRequestMember(
  { db, listWaiting }: Pick<RequestServices, 'db'> & { listWaiting: ListWaiting },
  caller: SignedInCaller,
  requestId: number,
): Promise<RequestMember> {
  const request = await findRequest(db, requestId)
  if (!request || request.state === 'draft') throw new NotFound()
  await requireHandling(db, caller, request)
  await recordAuditedRead(db, caller, { type: 'request', id: requestId }, request.userId)
  const requests = await listRequestsOf(db, caller, {
    userId: request.userId,
    limit: MAX_OTHERS + 1,
  })
  const others = requests.filter(({ id }) => id !== requestId).slice(0, MAX_OTHERS)
  const found = maySeeSales(caller.user) ? await findSaleOfRequest(db, request) : null
  if (!found) return { requests: others.map(presentRequestRow) }
  const { deed, view, ...sale } = found
  const id = request.saleId
  const dues = await duesOf({ db, listWaiting }, view === null ? [] : [{ id, view }])
  return {
    requests: others.map(presentRequestRow),
    sale: { ...sale, deed: deed && presentDeed(deed), due: dues.get(id) ?? null },
  }
}

/** How many steps of the deed are done by today, and the last of them. */
function presentDeed(dates: Record<string, string | null>): SaleOfRequest['deed'] {
  const process = deedProcess()
  const today = todayInSantiago(new Date())
  const done = process.flatMap(({ field, label }) => {
    const on = dates[columnOf(field)]
    return on && on <= today ? [{ label, on }] : []
  })
  const last = done.at(-1)
  return {
    done: done.length,
    steps: process.length,
    last_step: last?.label ?? '',
    last_on: last?.on ?? '',
  }
}
