import { requestMessages } from '@carpeta/domain/requests/request-states'
import { callerTransaction } from '../../auth/caller-transaction.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { NotFound } from '../../http/errors.ts'
import { changeRequest } from '../lifecycle/change-request.ts'
import { lockForStaff, requireAllowedAction, type SeenRequest } from '../lifecycle/lock-request.ts'
import { type DocumentReview, saveReview } from '../lifecycle/request-actions-store.ts'
import type { RequestServices } from '../request-services.ts'
import { requireText } from '../require-text.ts'

interface Verdict {
  accepted: boolean
  reason: string
}

/**
 * Accepts or rejects one of the member's documents. The request stays in review, so that staff
 * review all documents and then ask once.
 */
export async function reviewDocument(
  services: RequestServices,
  caller: SignedInCaller,
  { documentId, ...input }: SeenRequest & Verdict & { documentId: number },
): Promise<void> {
  const review = readVerdict(input)
  await callerTransaction(services.db, caller, async (tx, caller) => {
    const request = await lockForStaff(tx, caller, input)
    requireAllowedAction('ask', request)
    const title = await saveReview(tx, request.id, documentId, review)
    if (title === null) throw new NotFound()
    const kind = `document_${review.review}` as const
    // The history keeps the reason, which the next review of the document overwrites.
    const text = review.reason === '' ? title : `${title}: ${review.reason}`
    await changeRequest(tx, services, request, caller, { change: {}, kind, text })
  })
}

function readVerdict({ accepted, reason }: Verdict): DocumentReview {
  if (accepted) return { review: 'accepted', reason: '' }
  return { review: 'rejected', reason: requireText(reason, requestMessages.reasonRequired) }
}
