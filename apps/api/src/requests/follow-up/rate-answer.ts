import { canRate, requestMessages } from '@carpeta/domain/requests/request-states'
import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import { callerTransaction } from '../../auth/caller-transaction.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { Refused } from '../../http/errors.ts'
import { lockForMember } from '../lifecycle/lock-request.ts'
import type { RequestServices } from '../request-services.ts'
import { findRating, saveRating } from './ratings-store.ts'

/**
 * The member says whether the answer helped, and may change it. The request keeps its version, so that
 * staff are not interrupted.
 */
export async function rateAnswer(
  { db }: Pick<RequestServices, 'db'>,
  caller: SignedInCaller,
  { requestId, helped }: { requestId: number; helped: boolean },
): Promise<void> {
  await callerTransaction(db, caller, async (tx, caller) => {
    const request = await lockForMember(tx, caller, requestId)
    const answer = canRate(request.state) ? await findRating(tx, requestId) : null
    if (!answer) throw new Refused(requestMessages.impossible, 409)
    if (answer.helped === helped) return
    await saveRating(tx, answer.eventId, helped)
    await recordAuditEvent(tx, caller, {
      action: 'request.rated',
      object: { type: 'request', id: requestId },
      subjectId: caller.id,
      ...(answer.helped === null ? {} : { before: { helped: answer.helped } }),
      after: { helped },
    })
  })
}
