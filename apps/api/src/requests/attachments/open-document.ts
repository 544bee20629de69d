import type { Readable } from 'node:stream'
import { can } from '@carpeta/domain/access/permissions'
import { mayHandleRequest } from '@carpeta/domain/requests/request-states'
import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import type { DocumentServices } from '../../documents/document-services.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { NotFound } from '../../http/errors.ts'
import { type Attachment, findAttachment } from './attachments-store.ts'

/**
 * Opens a document for its member or, once the request is sent, for other staff who answer.
 * @throws {NotFound} for any other caller · {StorageError}
 */
export async function openDocument(
  services: DocumentServices,
  caller: SignedInCaller,
  documentId: number,
): Promise<{ document: Attachment; content: Readable }> {
  const document = await findReadable(services, caller, documentId)
  const content = await readRecorded(services, caller, document, 'document.downloaded')
  return { document, content }
}

/** @throws {NotFound} unless the caller may read it */
export async function findReadable(
  { db }: Pick<DocumentServices, 'db'>,
  caller: SignedInCaller,
  documentId: number,
): Promise<Attachment> {
  const document = await findAttachment(db, documentId)
  if (!document || !canRead(caller, document)) throw new NotFound()
  return document
}

/** Its bytes, and the audit log has the action. @throws {StorageError} */
export async function readRecorded(
  { db, storage }: DocumentServices,
  caller: SignedInCaller,
  document: Attachment,
  action: 'document.downloaded' | 'document.viewed',
): Promise<Readable> {
  const content = await storage.read(document.storageKey)
  try {
    await recordAuditEvent(db, caller, {
      action,
      object: { type: 'document', id: document.id },
      subjectId: document.memberId,
    })
  } catch (error) {
    // The stream is not returned, so nothing else closes it.
    content.destroy()
    throw error
  }
  return content
}

/** Its member or, once the request is sent, other staff who answer. */
function canRead({ id, user }: SignedInCaller, document: Attachment): boolean {
  const isStaff =
    can(user, 'requests.answer_requests') && mayHandleRequest(user.id, document.memberId)
  if (isStaff && !document.isDraft) return true
  // Only the member sees a draft, and staff who view the portal as the member do not.
  if (document.isDraft && id !== user.id) return false
  return document.memberId === user.id && document.isForMember
}
