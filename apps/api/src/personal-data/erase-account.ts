import { recordAction } from '../audit/record-action.ts'
import type { Transaction } from '../db/client.ts'
import type { Actor } from '../http/actor.ts'
import { queueJob } from '../jobs/jobs-store.ts'
import {
  blankAccount,
  blankRequests,
  cancelOpenRequests,
  deleteDrafts,
  detachDocuments,
} from './erase-store.ts'

export const REMOVE_DOCUMENTS = 'remove_documents'

export interface DocumentsToRemove {
  ids: number[]
}

export interface Erased {
  requests: number
  drafts: number
  documents: number
}

/**
 * Leaves nothing of a person in his account and what hangs on it. The bytes of his documents go once
 * this is written, by a job that goes on until the store lets go of them.
 */
export async function eraseAccount(
  tx: Transaction,
  actor: Actor,
  userId: number,
  reason = '',
): Promise<Erased> {
  const ids = await detachDocuments(tx, userId)
  await cancelOpenRequests(tx, userId)
  const drafts = await deleteDrafts(tx, userId)
  const requests = await blankRequests(tx, userId)
  await blankAccount(tx, userId)
  if (ids.length > 0) await queueJob(tx, REMOVE_DOCUMENTS, { ids } satisfies DocumentsToRemove)
  const erased = { requests, drafts, documents: ids.length }
  await recordAction(tx, actor, {
    action: 'member.erased',
    object: { type: 'user', id: userId },
    subjectId: userId,
    after: { ...erased },
    reason,
  })
  return erased
}
