import type { WireRequestEvent } from '@carpeta/contract/requests/request-schemas'
import { mayHandleRequest } from '@carpeta/domain/requests/request-states'
import type { Config } from '../../config/config.ts'
import type { Transaction } from '../../db/client.ts'
import { enqueueEmail } from '../../email/enqueue-email.ts'
import { findNotifiedMember } from '../../users/email-preferences-store.ts'
import type { Colleague } from '../../users/staff-store.ts'
import type { LockedRequest } from '../lifecycle/request-actions-store.ts'
import { findAssignee, listAnswering } from '../staff/answering-staff.ts'
import { isMemberNotified, isStaffNotified, memberEmail, staffEmail } from './request-emails.ts'
import { insertEvent } from './request-events-store.ts'

export interface RequestEvent {
  kind: WireRequestEvent['kind']
  actorId: number
  /** The question, answer, comment or title that belongs to the event; no name of a user. */
  text: string
}

/** Writes an event of a request and its emails in the transaction of the action: all or none. */
export async function recordEventAndNotify(
  tx: Transaction,
  { config }: { config: Config },
  request: LockedRequest,
  { kind, actorId, text }: RequestEvent,
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
    // Who files a request knows of it.
    if (!colleague.wantsEmails || colleague.id === actorId) continue
    await enqueueEmail(tx, staffEmail(kind, colleague, notified, config), config)
  }
}

/**
 * The assignee; all answering staff where there is none, or none who can still answer. Never the
 * member, who may be staff too.
 */
async function listNotifiedStaff(
  tx: Transaction,
  { assigneeId, userId }: LockedRequest,
): Promise<Colleague[]> {
  const canHandle = assigneeId !== null && mayHandleRequest(assigneeId, userId)
  const assignee = canHandle ? await findAssignee(tx, assigneeId) : null
  return assignee ? [assignee] : listAnswering(tx, userId)
}
