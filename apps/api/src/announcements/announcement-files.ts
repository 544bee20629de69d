import type { Readable } from 'node:stream'
import type { WireAnnouncement } from '@carpeta/contract/announcements'
import { can } from '@carpeta/domain/access/permissions'
import { announcementLimits } from '@carpeta/domain/announcements/announcement-rules'
import { tooManyDocumentsMessage } from '@carpeta/domain/requests/document-rules'
import { recordAuditEvent, recordAuditedRead } from '../audit/record-audit-event.ts'
import { callerTransaction } from '../auth/caller-transaction.ts'
import type { Database } from '../db/client.ts'
import type { DocumentServices } from '../documents/document-storage.ts'
import { type GuardServices, guardFile, storeDocument } from '../documents/guard-file.ts'
import type { ReceivedFile } from '../documents/receive-file.ts'
import { queueRemoval } from '../documents/remove-documents.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { NotFound, Refused } from '../http/errors.ts'
import {
  attachFile,
  countFiles,
  detachFile,
  findAnnouncement,
  findFile,
  type StoredFile,
  saveAnnouncement,
} from './announcements-store.ts'
import { lockDraft, requireVersion } from './drafts.ts'
import { findOwn } from './own-announcements.ts'
import { readAnnouncement } from './read-announcements.ts'

/**
 * Opens a file for staff who publish, and for a member whom the announcement concerns now.
 * @throws {NotFound} for any other caller · {StorageError}
 */
export async function openAnnouncementFile(
  { db, storage }: DocumentServices,
  caller: SignedInCaller,
  { id, documentId }: { id: number; documentId: number },
): Promise<{ file: StoredFile; content: Readable }> {
  const isPublisher = can(caller.user, 'announcements.publish_announcements')
  if (!isPublisher && !(await findOwn(db, caller.user, id))) throw new NotFound()
  const file = await findFile(db, id, documentId)
  if (!file) throw new NotFound()
  // In a view as a member, staff see which announcements concern the member.
  if (caller.viewer) {
    await recordAuditedRead(db, caller, { type: 'announcement', id }, caller.user.id)
  }
  return { file, content: await storage.read(file.storageKey) }
}

/** @throws {Refused} · {NotFound} · {StorageError}; then nothing is stored */
export async function addAnnouncementFile(
  services: DocumentServices & GuardServices,
  caller: SignedInCaller,
  { id, file, signal }: { id: number; file: ReceivedFile | null; signal: AbortSignal },
): Promise<WireAnnouncement> {
  const guarded = await guardFile(services, file, {
    owner: String(caller.id),
    signal,
    // Checked again under the lock: a file without an announcement is neither scanned nor stored.
    beforeScan: async () => {
      if (!(await findAnnouncement(services.db, id))) throw new NotFound()
    },
  })

  const { name } = guarded.file
  const document = { ...guarded, uploadedBy: caller.id }
  await storeDocument(services, caller, document, async (tx, documentId, caller) => {
    await lockDraft(tx, id)
    if ((await countFiles(tx, id)) >= announcementLimits.files) {
      throw new Refused([tooManyDocumentsMessage(announcementLimits.files)])
    }
    await attachFile(tx, { announcementId: id, documentId, name })
    await saveAnnouncement(tx, id, {})
    await recordAuditEvent(tx, caller, {
      action: 'announcement.changed',
      object: { type: 'announcement', id },
      after: { file: name },
    })
  })
  return readAnnouncement(services.db, id)
}

/** Its bytes are removed unless a copy has them. @throws {NotFound} · {Refused} 409 */
export function removeAnnouncementFile(
  { db }: { db: Database },
  caller: SignedInCaller,
  { id, documentId, version }: { id: number; documentId: number; version: number },
): Promise<WireAnnouncement> {
  return callerTransaction(db, caller, async (tx, caller) => {
    requireVersion(await lockDraft(tx, id), version)
    const file = await findFile(tx, id, documentId)
    if (!file) throw new NotFound()
    await detachFile(tx, id, documentId)
    await queueRemoval(tx, [documentId])
    await saveAnnouncement(tx, id, {})
    await recordAuditEvent(tx, caller, {
      action: 'announcement.changed',
      object: { type: 'announcement', id },
      before: { file: file.name },
    })
    return readAnnouncement(tx, id)
  })
}
