import type { Readable } from 'node:stream'
import { can } from '@carpeta/domain/access/permissions'
import { recordAuditedRead } from '../../audit/record-audit-event.ts'
import type { DocumentServices } from '../../documents/document-storage.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { NotFound } from '../../http/errors.ts'
import { findOwn } from '../member/member-announcements.ts'
import { findFile, type StoredFile } from './announcement-files-store.ts'

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
