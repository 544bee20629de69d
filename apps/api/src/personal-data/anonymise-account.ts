import { recordAuditEvent } from '../audit/record-audit-event.ts'
import type { Transaction } from '../db/client.ts'
import { queueRemoval } from '../documents/remove-documents.ts'
import type { Caller } from '../http/caller.ts'
import {
  blankAccount,
  blankRequests,
  cancelRequests,
  deleteDrafts,
  detachDocuments,
  type LockedAccount,
} from './erase-store.ts'

export interface Anonymised {
  requests: number
  drafts: number
  documents: number
}

/**
 * Leaves nothing of a person in his account and what hangs on it. The bytes of his documents go once
 * this is written, by a job that goes on until the store lets go of them.
 */
export async function anonymiseAccount(
  tx: Transaction,
  caller: Caller,
  { id: userId, openRequests }: LockedAccount,
  reason = '',
): Promise<Anonymised> {
  const ids = await detachDocuments(tx, userId)
  await cancelRequests(tx, openRequests)
  for (const { id, state, version } of openRequests) {
    await recordAuditEvent(tx, caller, {
      action: 'request.changed',
      object: { type: 'request', id },
      subjectId: userId,
      before: { state, version },
      after: { state: 'cancelled', version: version + 1, event: 'cancelled' },
    })
  }
  const drafts = await deleteDrafts(tx, userId)
  const requests = await blankRequests(tx, userId)
  await blankAccount(tx, userId)
  await queueRemoval(tx, ids)
  const anonymised = { requests, drafts, documents: ids.length }
  await recordAuditEvent(tx, caller, {
    action: 'member.erased',
    object: { type: 'user', id: userId },
    subjectId: userId,
    after: { ...anonymised },
    reason,
  })
  return anonymised
}
