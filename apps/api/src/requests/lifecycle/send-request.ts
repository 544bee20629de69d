import type { definitions } from '@carpeta/contract/requests/member-requests-schemas'
import { commentError, missingDocumentsMessage } from '@carpeta/domain/requests/document-rules'
import { requestActions, requestMessages } from '@carpeta/domain/requests/request-states'
import type { z } from 'zod'
import { callerTransaction } from '../../auth/caller-transaction.ts'
import type { Transaction } from '../../db/client.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { NotFound, Refused } from '../../http/errors.ts'
import { findProcedure } from '../../procedures/procedures-store.ts'
import { countDocuments } from '../attachments/attachments-store.ts'
import { deleteDuplicateDraft, lockDraftsOf } from '../drafts/drafts-store.ts'
import { findRequestableSale } from '../drafts/find-requestable-sale.ts'
import type { RequestServices } from '../request-services.ts'
import { changeRequest } from './change-request.ts'
import { requestDueAt } from './due-at.ts'
import { lockForMember, requireAllowedAction } from './lock-request.ts'
import type { LockedRequest } from './request-actions-store.ts'

/**
 * Sends a draft to the cooperative. Sending it again returns the first answer and changes nothing.
 * @throws {NotFound} · {Refused} when something is missing
 */
export async function sendRequest(
  services: RequestServices,
  caller: SignedInCaller,
  requestId: number,
): Promise<z.infer<typeof definitions.sendRequest.answer>> {
  return callerTransaction(services.db, caller, async (tx, caller) => {
    // Locks the member's drafts so that a concurrent autosave cannot create a second one.
    await lockDraftsOf(tx, caller.user.id)
    const request = await lockForMember(tx, caller, requestId)
    const sentAt =
      request.sentAt ??
      (await sendDraft(tx, services, caller, {
        request,
        holderRut: caller.user.profile.social_security,
      }))
    await deleteDuplicateDraft(tx, request)
    return { id: requestId, sent_at: sentAt.toISOString() }
  })
}

/** @returns when it was sent */
export async function sendDraft(
  tx: Transaction,
  services: RequestServices,
  caller: SignedInCaller,
  { request, holderRut }: { request: LockedRequest; holderRut: string },
): Promise<Date> {
  requireAllowedAction('send', request)
  await refuseIncomplete(tx, holderRut, request)
  const sentAt = request.now
  const dueAt = await requestDueAt(tx, sentAt, request)
  await changeRequest(tx, services, request, caller, {
    change: { state: requestActions.send.to, isAutosaved: false, sentAt, dueAt },
    kind: request.filedBy === null ? 'sent' : 'filed',
    text: '',
  })
  return sentAt
}

/** A draft may be old, so the procedure and the sale are checked again. */
async function refuseIncomplete(
  tx: Transaction,
  holderRut: string,
  request: LockedRequest,
): Promise<void> {
  const procedure = await findProcedure(tx, request.procedureId, 'offered')
  if (!procedure) throw new Refused(requestMessages.unknownProcedure)
  const saleId = await findRequestableSale(tx, procedure, { code: request.saleCode, holderRut })
  if (saleId === null) throw new NotFound()
  const documentAmount = request.requiredDocuments.length
  const uncommented = commentError({ documentAmount }, request.comment)
  if (uncommented) throw new Refused(uncommented)
  const missing = documentAmount - (await countDocuments(tx, request.id))
  if (missing > 0) throw new Refused([missingDocumentsMessage(missing)])
}
