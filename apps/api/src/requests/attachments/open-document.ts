import type { Readable } from 'node:stream'
import { can } from '@carpeta/domain/access/permissions'
import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import type { DocumentServices } from '../../documents/document-services.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { NotFound } from '../../http/errors.ts'
import { type Attachment, findAttachment } from './attachments-store.ts'

/**
 * A document for whoever may have it: its member, and staff once it was sent.
 * @throws {NotFound} for everybody else · {StorageError}
 */
export async function openDocument(
  { db, storage }: DocumentServices,
  caller: SignedInCaller,
  documentId: number,
): Promise<{ document: Attachment; content: Readable }> {
  const document = await findAttachment(db, documentId)
  if (!document || !mayRead(caller, document)) throw new NotFound()
  const content = await storage.read(document.storageKey)
  try {
    await recordAuditEvent(db, caller, {
      action: 'document.downloaded',
      object: { type: 'document', id: document.id },
      subjectId: document.memberId,
    })
  } catch (error) {
    // Nobody will read it to its end.
    content.destroy()
    throw error
  }
  return { document, content }
}

function mayRead({ id, user }: SignedInCaller, document: Attachment): boolean {
  if (can(user, 'requests.answer_requests') && !document.isDraft) return true
  // A draft is its member's alone, and not of who looks at his folder either.
  if (document.isDraft && id !== user.id) return false
  return document.memberId === user.id && document.isForMember
}
