import type { MemberData } from '@carpeta/contract/personal-data/personal-data-schemas'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import type { Transaction } from '../db/client.ts'
import { blankNames } from '../documents/personal-data-store.ts'
import { queueRemoval } from '../documents/remove-documents.ts'
import type { Caller } from '../http/caller.ts'
import { findPersonalData } from '../users/people-store.ts'
import { readMemberRequest } from './lifecycle/read-member-request.ts'
import {
  blankRequests,
  cancelRequests,
  deleteDrafts,
  deleteIdempotencyKeys,
  detachDocuments,
  listMemberDocuments,
  listOpenRequests,
  listRequestIds,
  type MemberDocument,
} from './personal-data-store.ts'
import type { RequestServices } from './request-services.ts'
import {
  deleteFiltersAbout,
  deleteFiltersOf,
  listSavedFilters,
} from './staff/queue/saved-filters-store.ts'

/** The documents with their storage keys, which the caller must not give out. */
export async function exportPersonalData(
  services: RequestServices,
  userId: number,
): Promise<Pick<MemberData, 'requests' | 'saved_filters'> & { documents: MemberDocument[] }> {
  const { db } = services
  const requests = []
  for (const requestId of await listRequestIds(db, userId)) {
    requests.push(await readMemberRequest(services, requestId, userId))
  }
  const saved = await listSavedFilters(db, userId)
  return {
    requests,
    saved_filters: saved.map(({ name, filters }) => ({ name, filters })),
    documents: await listMemberDocuments(db, userId),
  }
}

export interface ErasedRequests {
  requests: number
  drafts: number
  documents: number
}

/** Cancels what is open. A job deletes the documents' bytes after the transaction commits. */
export async function erasePersonalData(
  tx: Transaction,
  caller: Caller,
  userId: number,
): Promise<ErasedRequests> {
  const documentIds = await detachDocuments(tx, userId)
  await blankNames(tx, documentIds)
  const open = await listOpenRequests(tx, [userId])
  await cancelRequests(tx, open)
  for (const { id, state, version } of open) {
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
  await deleteIdempotencyKeys(tx, userId)
  await deleteFiltersOf(tx, userId)
  await deleteFiltersAbout(tx, await findPersonalData(tx, userId))
  await queueRemoval(tx, documentIds)
  return { requests, drafts, documents: documentIds.length }
}
