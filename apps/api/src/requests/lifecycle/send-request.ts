import type { User } from '@carpeta/contract/auth/auth-schemas'
import type { definitions } from '@carpeta/contract/requests/member-requests-schemas'
import { commentError, missingDocumentsMessage } from '@carpeta/domain/requests/document-rules'
import { requestMessages } from '@carpeta/domain/requests/request-states'
import type { z } from 'zod'
import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import type { Transaction } from '../../db/client.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { NotFound, Refused } from '../../http/errors.ts'
import { findProcedure } from '../../procedures/procedures-store.ts'
import {
  deleteDuplicateDraft,
  findSaleFor,
  lockDraftsOf,
  markSent,
} from '../drafts/drafts-store.ts'
import { recordEventAndNotify } from '../notifications/record-event-and-notify.ts'
import type { RequestServices } from '../request-services.ts'
import { findRequest, type StoredRequest } from '../requests-store.ts'
import { dueAtOf } from './due-at.ts'
import { lockForMember } from './lock-request.ts'
import type { LockedRequest } from './request-actions-store.ts'

/**
 * Hands a request in: state, history, letters and the cooperative's time begin together. Sent again
 * it is the same answer and nothing else happens.
 * @throws {NotFound} · {Refused} for what is missing
 */
export async function sendRequest(
  services: RequestServices,
  caller: SignedInCaller,
  requestId: number,
): Promise<z.infer<typeof definitions.sendRequest.answer>> {
  return services.db.transaction(async (tx) => {
    // Or what is typed in this moment would be saved beside it.
    await lockDraftsOf(tx, caller.user.id)
    const locked = await lockForMember(tx, caller, requestId)
    const request = await findRequest(tx, requestId)
    if (!request) throw new NotFound()
    if (!request.sentAt) await handIn(tx, services, caller, { locked, request })
    await deleteDuplicateDraft(tx, request)
    return { id: requestId, sent_at: (request.sentAt ?? locked.now).toISOString() }
  })
}

async function handIn(
  tx: Transaction,
  services: RequestServices,
  caller: SignedInCaller,
  { locked, request }: { locked: LockedRequest; request: StoredRequest },
): Promise<void> {
  const member = caller.user
  await refuseIncomplete(tx, member, request)
  const { id: requestId, version } = locked
  const dueAt = await dueAtOf(tx, locked.now, locked)
  await markSent(tx, requestId, { sentAt: locked.now, dueAt })
  await recordEventAndNotify(tx, services, {
    requestId,
    kind: 'sent',
    actorId: member.id,
    text: '',
  })
  await recordAuditEvent(tx, caller, {
    action: 'request.sent',
    object: { type: 'request', id: requestId },
    subjectId: member.id,
    before: { state: locked.state, version },
    after: { state: 'sent', version: version + 1 },
  })
}

/** A draft may have waited: whether it is still offered, and its sale, are looked at as they are now. */
async function refuseIncomplete(
  tx: Transaction,
  member: User,
  request: StoredRequest,
): Promise<void> {
  const procedure = await findProcedure(tx, request.procedureId, 'offered')
  if (!procedure) throw new Refused(requestMessages.unknownProcedure)
  const holderRut = member.profile.social_security
  const saleId = await findSaleFor(procedure, tx, { code: request.saleCode, holderRut })
  if (saleId === null) throw new NotFound()
  const documentAmount = request.requiredDocuments.length
  const uncommented = commentError({ documentAmount }, request.comment)
  if (uncommented) throw new Refused(uncommented)
  const missing = documentAmount - request.documents.length
  if (missing > 0) throw new Refused([missingDocumentsMessage(missing)])
}
