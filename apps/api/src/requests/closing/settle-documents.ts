import { requestMessages } from '@carpeta/domain/requests/request-states'
import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import type { Transaction } from '../../db/client.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { Refused } from '../../http/errors.ts'
import { type LockedRequest, saveReview } from '../lifecycle/request-actions-store.ts'
import { recordEventAndNotify } from '../notifications/record-event-and-notify.ts'
import type { RequestServices } from '../request-services.ts'
import { listDocuments } from '../requests-store.ts'

/** What happens to the documents that wait for their review when a request is closed. */
export interface SettledDocuments {
  accept: readonly number[]
  /** They stay without a review, which the history says. */
  leave: readonly number[]
}

/** @throws {Refused} 409 unless every document that waits for its review is settled once */
export async function settleDocuments(
  tx: Transaction,
  services: RequestServices,
  caller: SignedInCaller,
  { request, accept, leave }: SettledDocuments & { request: LockedRequest },
): Promise<void> {
  const pending = (await listDocuments(tx, request.id)).filter(
    ({ position, replacedAt, review }) =>
      position !== null && replacedAt === null && review === 'pending',
  )
  const settled = [...accept, ...leave]
  const isEach =
    settled.length === pending.length && pending.every(({ id }) => settled.includes(id))
  if (!isEach) throw new Refused(requestMessages.documentsPending, 409)

  for (const id of accept) {
    const text = (await saveReview(tx, request.id, id, { review: 'accepted', reason: '' })) ?? ''
    const event = { kind: 'document_accepted', actorId: caller.id, text } as const
    await recordEventAndNotify(tx, services, request, event)
    await recordAuditEvent(tx, caller, {
      action: 'request.changed',
      object: { type: 'request', id: request.id },
      subjectId: request.userId,
      after: { event: event.kind },
    })
  }
  const left = pending.flatMap(({ id, position }) =>
    leave.includes(id) && position !== null ? (request.requiredDocuments[position] ?? '') : [],
  )
  if (left.length === 0) return
  const text = `Se cerró sin revisar: ${left.join(', ')}`
  await recordEventAndNotify(tx, services, request, { kind: 'note', actorId: caller.id, text })
}
