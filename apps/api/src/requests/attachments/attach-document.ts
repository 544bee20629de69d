import type { uploadedSchema, uploadFields } from '@carpeta/contract/requests/documents-schemas'
import {
  BYTES_PER_MB,
  documentMessages,
  MAX_FILE_MB,
  MAX_UPLOADED_MB_A_DAY,
} from '@carpeta/domain/requests/document-rules'
import type { z } from 'zod'
import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import type { Config } from '../../config/config.ts'
import type { Transaction } from '../../db/client.ts'
import { checkContent } from '../../documents/check-content.ts'
import type { DocumentServices } from '../../documents/document-services.ts'
import { bytesOfLastDay } from '../../documents/documents-store.ts'
import type { ReceivedFile } from '../../documents/receive-file.ts'
import { queueRemoval } from '../../documents/remove-documents.ts'
import { scanFile } from '../../documents/scan-file.ts'
import { storeDocument } from '../../documents/store-document.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { NotFound, Refused, Throttled } from '../../http/errors.ts'
import type { RateLimits } from '../../throttle/rate-limits.ts'
import { chooseSlot, type Place } from '../drafts/choose-slot.ts'
import { changeRequest } from '../lifecycle/change-request.ts'
import { lockForMember } from '../lifecycle/lock-request.ts'
import { saveChange } from '../lifecycle/request-actions-store.ts'
import { findRequest, type StoredRequest } from '../requests-store.ts'
import { attach, detach, markReplaced } from './attachments-store.ts'

export interface AttachServices extends DocumentServices {
  config: Config
  limits: RateLimits
}

const LARGEST = MAX_FILE_MB * BYTES_PER_MB
const ASK_AGAIN_SECONDS = 3600

/** Before the file is read at all. @throws {Throttled} */
export async function refuseTooManyUploads(
  { db, limits }: AttachServices,
  { id: memberId }: SignedInCaller,
): Promise<void> {
  const isOneLeft = await limits.uploads.tryConsume(String(memberId))
  const bytes = (await bytesOfLastDay(db, memberId, LARGEST)) + LARGEST
  if (!isOneLeft || bytes > MAX_UPLOADED_MB_A_DAY * BYTES_PER_MB) {
    throw new Throttled(ASK_AGAIN_SECONDS, documentMessages.tooManyToday)
  }
}

/**
 * Adds a document to a draft, or puts one in the place of what staff rejected.
 * @throws {Refused} · {NotFound} · {StorageError}; nothing is kept then
 */
export async function attachDocument(
  services: AttachServices,
  caller: SignedInCaller,
  { fields, file }: { fields: z.infer<typeof uploadFields>; file: ReceivedFile | null },
): Promise<z.infer<typeof uploadedSchema>> {
  if (!file) throw new Refused([documentMessages.required])
  const type = await checkContent(file)
  const { request_id: requestId, position } = fields
  // Looked at again below, once it is held: this spares scanning and keeping what has no place.
  chooseSlot(await ownRequest(services.db, requestId, caller.id), position)
  await scanFile(services.config.scanner, file)

  const document = { file, type, uploadedBy: caller.id }
  const id = await storeDocument(services, document, async (tx, documentId) => {
    const locked = await lockForMember(tx, caller, requestId)
    const request = await ownRequest(tx, requestId, caller.id)
    const place = chooseSlot(request, position)
    await recordAuditEvent(tx, caller, {
      action: 'document.uploaded',
      object: { type: 'document', id: documentId },
      subjectId: caller.id,
      after: { request_id: requestId },
    })
    if (request.state === 'draft') {
      await slotInDraft(tx, requestId, place, documentId)
      return documentId
    }
    await replaceRejected(tx, requestId, place, documentId)
    const text = request.requiredDocuments[place.position] ?? ''
    await changeRequest(tx, services, locked, caller, {
      change: {},
      kind: 'document_replaced',
      text,
    })
    return documentId
  })
  return { id, name: file.name, size: file.size }
}

/** A draft is its member's alone: what he takes out is gone. */
async function slotInDraft(
  tx: Transaction,
  requestId: number,
  { position, replaces }: Place,
  documentId: number,
): Promise<void> {
  if (replaces !== null) {
    await detach(tx, replaces)
    await queueRemoval(tx, [replaces])
  }
  await attach(tx, { requestId, documentId, position })
  await saveChange(tx, requestId, {})
}

/** What staff have seen stays for the record. */
async function replaceRejected(
  tx: Transaction,
  requestId: number,
  { position, replaces }: Place,
  documentId: number,
): Promise<void> {
  if (replaces !== null) await markReplaced(tx, replaces)
  await attach(tx, { requestId, documentId, position })
}

async function ownRequest(
  db: Parameters<typeof findRequest>[0],
  requestId: number,
  memberId: number,
): Promise<StoredRequest> {
  const request = await findRequest(db, requestId)
  if (!request || request.userId !== memberId) throw new NotFound()
  return request
}
