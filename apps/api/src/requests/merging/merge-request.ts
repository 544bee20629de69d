import { mergedAnswer, mergedDueAt, mergeError } from '@carpeta/domain/requests/merge-rules'
import { requestMessages } from '@carpeta/domain/requests/request-states'
import { callerTransaction } from '../../auth/caller-transaction.ts'
import type { Transaction } from '../../db/client.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { Refused } from '../../http/errors.ts'
import { changeRequest } from '../lifecycle/change-request.ts'
import { lockSent, type SeenRequest } from '../lifecycle/lock-request.ts'
import type { LockedRequest } from '../lifecycle/request-actions-store.ts'
import type { RequestServices } from '../request-services.ts'
import { assignIfUnassigned } from '../staff/assign-if-unassigned.ts'

/**
 * Closes a request as a part of another open one of the same member, by the deadline of the older one
 * (docs/decisions/0045). Texts and documents stay where they are.
 * @throws {NotFound} · {Refused} 409 when they cannot be merged
 */
export async function mergeRequest(
  services: RequestServices,
  caller: SignedInCaller,
  { requestId, version, into: intoId }: SeenRequest & { into: number },
): Promise<void> {
  if (requestId === intoId) throw new Refused(requestMessages.mergeSelf, 409)
  await callerTransaction(services.db, caller, async (tx, caller) => {
    const [request, into] = await lockBoth(tx, caller, requestId, intoId)
    if (request.version !== version) throw new Refused(requestMessages.changedMeanwhile, 409)
    const error = mergeError(request, into)
    if (error !== null) throw new Refused(error, 409)
    const answer = mergedAnswer(into.id)
    await changeRequest(tx, services, request, caller, {
      change: {
        state: 'cancelled',
        answer,
        dueAt: null,
        closedAt: request.now,
        mergedInto: into.id,
      },
      kind: 'merged',
      text: answer,
    })
    const assignment = await assignIfUnassigned(tx, into, caller)
    await changeRequest(tx, services, into, caller, {
      change: { ...assignment, dueAt: mergedDueAt(request, into) },
      kind: 'absorbed',
      text: `Nº ${request.id}: ${request.procedureTitle}`,
    })
  })
}

/** In the order of their ids, so that two merges the opposite way do not wait for each other. */
async function lockBoth(
  tx: Transaction,
  caller: SignedInCaller,
  requestId: number,
  intoId: number,
): Promise<[LockedRequest, LockedRequest]> {
  if (requestId < intoId) {
    const request = await lockSent(tx, caller, requestId)
    return [request, await lockSent(tx, caller, intoId)]
  }
  const into = await lockSent(tx, caller, intoId)
  return [await lockSent(tx, caller, requestId), into]
}
