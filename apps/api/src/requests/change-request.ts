import { can, type Permission } from '@carpeta/domain/access/permissions'
import type { AuditAction } from '@carpeta/domain/audit/audit-actions'
import type { Refusal } from '@carpeta/domain/errors/refusal'
import {
  isActionAllowed,
  mayHandleRequest,
  type RequestAction,
  requestMessages,
} from '@carpeta/domain/requests/request-states'
import { ownSaleRefusal } from '@carpeta/domain/sales/own-sale'
import type { AuditEvent } from '../audit/audit-event.ts'
import { changedFacts, recordAuditEvent } from '../audit/record-audit-event.ts'
import type { Config } from '../config/config.ts'
import type { Database, Queryable, Transaction } from '../db/client.ts'
import { enqueueEmail, enqueueStaffEmail } from '../email/email-queue.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { NotFound, Refused } from '../http/errors.ts'
import { findNotifiedMember } from '../people/email-preferences-store.ts'
import {
  type Colleague,
  findPermitted,
  listInGroupWith,
  listPermitted,
  listSuperusers,
} from '../people/staff-store.ts'
import { listBuyersAmong } from '../sales/sale-accesses-store.ts'
import { isMemberNotified, isStaffNotified, memberEmail, staffEmail } from './request-emails.ts'
import {
  insertEvent,
  isRequestAboutSaleOf,
  type LockedRequest,
  lockRequest,
  type NewEvent,
  type RequestChange,
  salesOfRequest,
  saveChange,
} from './requests-store.ts'

export interface RequestServices {
  db: Database
  config: Config
}

/** A request as the caller read it. */
export interface SeenRequest {
  requestId: number
  version: number
}

/**
 * Locks a sent request for staff.
 * @throws {NotFound} for a draft too, which only its member sees
 * @throws {Refused} 403 for the caller's own request
 * @throws {Refused} 409 when it changed since the caller read it
 */
export async function lockForStaff(
  tx: Transaction,
  caller: SignedInCaller,
  { requestId, version }: SeenRequest,
): Promise<LockedRequest> {
  const request = await lockSent(tx, caller, requestId)
  if (request.version !== version) throw new Refused(requestMessages.changedMeanwhile, 409)
  return request
}

/**
 * For actions of staff that do not conflict with concurrent changes.
 * @throws {NotFound} · {Refused} 403 for the caller's own request or purchase
 */
export async function lockSent(
  tx: Transaction,
  caller: SignedInCaller,
  requestId: number,
): Promise<LockedRequest> {
  const request = await lockRequest(tx, requestId)
  if (!request || request.state === 'draft') throw new NotFound()
  await requireHandling(tx, caller, request)
  return request
}

/**
 * Locks a request that the caller writes. A former holder of its sale adds nothing to it.
 * @throws {NotFound} · {Refused} 409 for a former holder
 */
export async function lockForWriter(
  tx: Transaction,
  caller: SignedInCaller,
  requestId: number,
): Promise<LockedRequest> {
  const request = await lockOwn(tx, caller, requestId)
  if (isOfFormerHolder(request)) throw new Refused(requestMessages.formerHolder, 409)
  return request
}

/** For what tells nothing about the sale. @throws {NotFound} */
export async function lockOwn(
  tx: Transaction,
  caller: SignedInCaller,
  requestId: number,
  isOwn = isWriter,
): Promise<LockedRequest> {
  const request = await lockRequest(tx, requestId)
  if (!request || !isOwn(caller, request)) throw new NotFound()
  // Who is no member any more reads what was sent, and writes no more.
  if (caller.id === request.userId && !caller.user.profile.is_client) throw new NotFound()
  return request
}

/** Accounting names another holder now. A request with a deadline set by law is about the person, not the sale. */
export function isOfFormerHolder({
  isHolder,
  answerDays,
}: Pick<LockedRequest, 'isHolder' | 'answerDays'>): boolean {
  return !isHolder && answerDays === null
}

/**
 * Whether the caller writes the request: its member or, until it is sent, the staff user who files it for
 * the member.
 */
export function isWriter(
  caller: Pick<SignedInCaller, 'id' | 'user'>,
  request: Pick<LockedRequest, 'userId' | 'filedBy' | 'state'>,
): boolean {
  return request.state === 'draft' ? isAuthor(caller, request) : caller.id === request.userId
}

/** Whether the caller sends the request, or sent it: its member, or the staff user who files it. */
export function isAuthor(
  { id, user }: Pick<SignedInCaller, 'id' | 'user'>,
  { userId, filedBy }: Pick<LockedRequest, 'userId' | 'filedBy'>,
): boolean {
  return filedBy === null ? id === userId : id === filedBy && can(user, ANSWER_REQUESTS)
}

/**
 * Also for what was merged into it: its page shows those texts, and its answer is for them, too.
 * @throws {Refused} 403 for the caller's own request or purchase
 */
export async function requireHandling(
  db: Queryable,
  caller: SignedInCaller,
  { id, userId }: Pick<LockedRequest, 'id' | 'userId'>,
): Promise<void> {
  requireOthersRequest(caller, userId)
  if (await isAboutOwnPurchase(db, caller, id)) throw new Refused(ownSaleRefusal, 403)
}

async function isAboutOwnPurchase(
  db: Queryable,
  { user }: Pick<SignedInCaller, 'user'>,
  requestId: number,
): Promise<boolean> {
  const rut = user.profile.social_security
  return rut !== '' && (await isRequestAboutSaleOf(db, { requestId, rut }))
}

/** @throws {Refused} 403 for the caller's own request */
export function requireOthersRequest({ user }: SignedInCaller, memberId: number): void {
  if (!mayHandleRequest(user.id, memberId)) throw new Refused(requestMessages.ownRequest, 403)
}

/** Whether staff who answer see it as staff. */
export async function mayHandle(
  db: Queryable,
  caller: Pick<SignedInCaller, 'user'>,
  { id, userId }: Pick<LockedRequest, 'id' | 'userId'>,
): Promise<boolean> {
  return mayHandleRequest(caller.user.id, userId) && !(await isAboutOwnPurchase(db, caller, id))
}

/** @throws {Refused} 409 when the request's state does not allow it */
export function requireAllowedAction(
  action: RequestAction,
  { state }: Pick<LockedRequest, 'state'>,
): void {
  if (!isActionAllowed(action, state)) throw new Refused(requestMessages.impossible, 409)
}

/** Trims a text. @throws {Refused} 400 when it is blank */
export function requireText(text: string, missing: Refusal): string {
  const trimmed = text.trim()
  if (trimmed === '') throw new Refused(missing)
  return trimmed
}

const sendings: Partial<Record<EventOfAction['kind'], AuditAction>> = {
  sent: 'request.sent',
  filed: 'request.filed',
}

/** Writes a change with its history event, its emails and its audit event. */
export async function changeRequest(
  tx: Transaction,
  services: RequestServices,
  request: LockedRequest,
  caller: SignedInCaller,
  { change, ...event }: Omit<EventOfAction, 'actorId'> & { change: RequestChange },
): Promise<void> {
  await saveChange(tx, request.id, change)
  const changed = { ...request, ...change, version: request.version + 1 }
  await recordEventAndNotify(tx, services, changed, { ...event, actorId: caller.id })
  const { before, after } = changedFacts(auditFacts(request), auditFacts(changed))
  const action = sendings[event.kind]
  await recordRequestChanged(tx, caller, request, {
    ...(action && { action }),
    before,
    after: action ? after : { ...after, event: event.kind },
  })
}

/** The audit event of a request. */
export async function recordRequestChanged(
  tx: Transaction,
  caller: SignedInCaller,
  { id, userId }: Pick<LockedRequest, 'id' | 'userId'>,
  event: Pick<AuditEvent, 'before' | 'after'> & { action?: AuditAction },
): Promise<void> {
  const object = { type: 'request', id }
  const audited = { action: 'request.changed' as const, object, subjectId: userId, ...event }
  await recordAuditEvent(tx, caller, audited)
}

/** The audit event of a document of a request. */
export async function recordFile(
  tx: Transaction,
  caller: SignedInCaller,
  { id, userId }: Pick<LockedRequest, 'id' | 'userId'>,
  documentId: number,
  what: 'uploaded' | 'removed' | 'joined',
): Promise<void> {
  await recordAuditEvent(tx, caller, {
    action: `document.${what}`,
    object: { type: 'document', id: documentId },
    subjectId: userId,
    ...(what === 'removed' ? { before: { request_id: id } } : { after: { request_id: id } }),
  })
}

/** Without texts: those are in the request's own history. */
function auditFacts({ state, version, assigneeId }: LockedRequest) {
  return { state, version, assignee_id: assigneeId }
}

type EventOfAction = Omit<NewEvent, 'requestId' | 'assigneeId'>

/** Writes an event of a request and its emails in the transaction of the action: all or none. */
export async function recordEventAndNotify(
  tx: Transaction,
  { config }: { config: Config },
  request: LockedRequest,
  { kind, actorId, text }: EventOfAction,
): Promise<void> {
  const assigneeId = kind === 'assigned' ? request.assigneeId : null
  await insertEvent(tx, { requestId: request.id, kind, actorId, text, assigneeId })
  if (!isMemberNotified(kind) && !isStaffNotified(kind)) return
  const member = await findNotifiedMember(tx, request.userId)
  const { id, procedureTitle: title, saleCode } = request
  const notified = { id, title, saleCode, member }
  const toMember = memberEmail(kind, notified, config)
  if (toMember && member.wantsEmails) await enqueueEmail(tx, toMember, config)
  if (!isStaffNotified(kind)) return
  for (const colleague of await listNotifiedStaff(tx, request)) {
    // The staff user who files a request gets no email about it.
    if (!colleague.wantsEmails || colleague.id === actorId) continue
    const reader = { colleague, permission: ANSWER_REQUESTS, requestId: request.id }
    await enqueueStaffEmail(tx, staffEmail(kind, colleague, notified, config), reader, config)
  }
}

/** The assignee; all answering staff where there is none, or none who can still handle it. */
async function listNotifiedStaff(tx: Transaction, request: LockedRequest): Promise<Colleague[]> {
  const { assigneeId } = request
  const assignee = assigneeId === null ? null : await findAssignee(tx, assigneeId)
  const handling = assignee ? await handlersAmong(tx, request, [assignee]) : []
  return handling.length > 0 ? handling : listAnswering(tx, request)
}

/**
 * The staff that are notified of an unassigned request. Superusers are only among them if a group
 * of theirs answers, or if no group does.
 */
async function listAnswering(tx: Transaction, request: LockedRequest): Promise<Colleague[]> {
  const inGroups = await listInGroupWith(tx, ANSWER_REQUESTS)
  const handling = await handlersAmong(tx, request, inGroups)
  return handling.length > 0 ? handling : handlersAmong(tx, request, await listSuperusers(tx))
}

/** Without its member, who may be staff too, and without those whose own purchase it is about. */
async function handlersAmong(
  tx: Transaction,
  { id: requestId, userId }: LockedRequest,
  colleagues: Colleague[],
): Promise<Colleague[]> {
  const buyers = await listBuyersAmong(tx, {
    userIds: colleagues.map(({ id }) => id),
    sales: salesOfRequest(requestId),
  })
  return colleagues.filter(({ id }) => mayHandleRequest(id, userId) && !buyers.includes(id))
}

/** Whether the email about it that waits may go to this colleague, whose own purchase it may be about by now. */
export async function mayBeTold(
  db: Database,
  { userId, requestId }: { userId: number; requestId: number },
): Promise<boolean> {
  const sales = salesOfRequest(requestId)
  return (await listBuyersAmong(db, { userIds: [userId], sales })).length === 0
}

const ANSWER_REQUESTS: Permission = 'requests.answer_requests'

/** Every user that a request can be assigned to: active, with permission to answer. */
export function listAssignees(db: Database): Promise<Colleague[]> {
  return listPermitted(db, ANSWER_REQUESTS)
}

/** The user, unless no request can be assigned to them. */
export function findAssignee(tx: Transaction, userId: number): Promise<Colleague | null> {
  return findPermitted(tx, ANSWER_REQUESTS, userId)
}

/** Assigns an unassigned request to the caller that works on it. @returns the change */
export async function assignIfUnassigned(
  tx: Transaction,
  request: LockedRequest,
  caller: SignedInCaller,
): Promise<Pick<RequestChange, 'assigneeId'>> {
  if (request.assigneeId !== null) return {}
  const colleague = await findAssignee(tx, caller.id)
  if (!colleague) return {}
  await insertEvent(tx, {
    requestId: request.id,
    kind: 'assigned',
    actorId: caller.id,
    text: '',
    assigneeId: colleague.id,
  })
  return { assigneeId: colleague.id }
}
