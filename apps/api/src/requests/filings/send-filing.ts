import type { definitions } from '@carpeta/contract/requests/filings/filings-schemas'
import type { z } from 'zod'
import { callerTransaction } from '../../auth/caller-transaction.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { NotFound } from '../../http/errors.ts'
import { findMember } from '../../users/people-store.ts'
import { lockRequest } from '../lifecycle/request-actions-store.ts'
import { sendDraft } from '../lifecycle/send-request.ts'
import type { RequestServices } from '../request-services.ts'

/**
 * Sends what the caller filed for a member, who is told. Sending it again returns the first answer and
 * changes nothing.
 * @throws {NotFound} · {Refused} when something is missing
 */
export async function sendFiling(
  services: RequestServices,
  caller: SignedInCaller,
  requestId: number,
): Promise<z.infer<typeof definitions.sendFiling.answer>> {
  return callerTransaction(services.db, caller, async (tx, caller) => {
    const request = await lockRequest(tx, requestId)
    if (!request || request.filedBy !== caller.id) throw new NotFound()
    const member = await findMember(tx, request.userId)
    if (!member?.rut) throw new NotFound()
    const holderRut = member.rut
    const sentAt = request.sentAt ?? (await sendDraft(tx, services, caller, { request, holderRut }))
    return { id: requestId, sent_at: sentAt.toISOString() }
  })
}
