import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { can } from '@carpeta/domain/access/permissions'
import type { Refusal } from '@carpeta/domain/errors/refusal'
import { documentMessages, MAX_SHOWN_PAGES } from '@carpeta/domain/requests/document-rules'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import { takeCallersTurn } from '../auth/callers-turn.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/client.ts'
import type { DocumentServices } from '../documents/document-storage.ts'
import { isTooComplex, markTooComplex } from '../documents/documents-store.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { NotFound, Refused } from '../http/errors.ts'
import { type FileProblem, fileProblemOf } from '../pdf/file-problem.ts'
import type { PdfPool } from '../pdf/pdf-pool.ts'
import type { RenderedPage } from '../pdf/render-page.ts'
import type { RateLimits } from '../throttle/rate-limits.ts'
import { type Attachment, findAttachment } from './attachments-store.ts'
import { mayHandle } from './change-request.ts'

/**
 * Opens a document for who wrote the request or, once it is sent, for its member and staff who answer.
 * @throws {NotFound} for any other caller · {StorageError}
 */
export async function openDocument(
  services: DocumentServices,
  caller: SignedInCaller,
  documentId: number,
): Promise<{ document: Attachment; content: Readable }> {
  const document = await findReadable(services, caller, documentId)
  const content = await readRecorded(services, caller, document, 'downloaded')
  return { document, content }
}

/** @throws {NotFound} unless the caller may read it */
async function findReadable(
  { db }: Pick<DocumentServices, 'db'>,
  caller: SignedInCaller,
  documentId: number,
): Promise<Attachment> {
  const document = await findAttachment(db, documentId)
  if (!document || !(await canRead(db, caller, document))) throw new NotFound()
  return document
}

/** Who writes it or, once it is sent, its member and other staff who answer. */
async function canRead(
  db: Database,
  caller: SignedInCaller,
  document: Attachment,
): Promise<boolean> {
  const { id, user } = caller
  // Staff who view the portal as the member see nothing that is not sent.
  const answers = can(user, 'requests.answer_requests')
  if (document.writerId !== null) {
    const isOwn = document.writerId === user.id && id === user.id
    // Who files for a member may have lost the permission.
    return isOwn && (document.memberId === user.id || answers)
  }
  if (document.memberId === user.id && document.isForMember) return true
  const { memberId: userId, requestId } = document
  return answers && mayHandle(db, caller, { id: requestId, userId })
}

/** Its bytes; the action is in the audit log. @throws {StorageError} */
export async function readRecorded(
  { db, storage }: DocumentServices,
  caller: SignedInCaller,
  document: ReadableDocument,
  read: 'downloaded' | 'viewed',
): Promise<Readable> {
  const content = await storage.read(document.storageKey)
  try {
    await recordRead(db, caller, document, read)
  } catch (error) {
    // The stream is not returned, so nothing else closes it.
    content.destroy()
    throw error
  }
  return content
}

function recordRead(
  db: Database,
  caller: SignedInCaller,
  { id, reportId, memberId }: ReadableDocument,
  read: 'downloaded' | 'viewed',
): Promise<void> {
  return recordAuditEvent(db, caller, {
    ...(reportId === undefined
      ? { action: `document.${read}`, object: { type: 'document', id } }
      : { action: `receipt.${read}`, object: { type: 'payment_report', id: reportId } }),
    subjectId: memberId,
  })
}

export interface PageServices extends DocumentServices {
  config: Config
  limits: RateLimits
  pdfs: PdfPool
}

export interface PageCall {
  documentId: number
  page: number
  signal: AbortSignal
}

/** A picture that a browser may show. */
export interface ShownPage {
  name: string
  type: string
  /** Bytes. */
  size: number
  /** The document's number of pages. */
  pages: number
  content: Readable | Buffer
}

export const RENDER_MODULE = new URL('../pdf/render-page.ts', import.meta.url)

const refusals: Partial<Record<FileProblem, Refusal>> = {
  password: documentMessages.shownPassword,
  broken_pdf: documentMessages.shownBroken,
  too_complex: documentMessages.shownTooComplex,
}

/**
 * Opens a page of a document, for those who can download it. A PDF's page is drawn here, so that no browser
 * reads a member's PDF; a picture is its only page (docs/decisions/documents.md).
 * @throws {NotFound} for any other caller, and for a page that the document does not have
 * @throws {Refused} 422 when it cannot be drawn · {Throttled} · {StorageError} · what `PdfPool.takeTurn` throws
 */
export async function openPage(
  services: PageServices,
  caller: SignedInCaller,
  call: PageCall,
): Promise<ShownPage> {
  const find = (each: SignedInCaller) => findReadable(services, each, call.documentId)
  return showPage(services, caller, await find(caller), { ...call, find })
}

/** A stored document that the caller may read. */
export type ReadableDocument = Pick<Attachment, 'id' | 'storageKey' | 'name' | 'type' | 'size'> & {
  /** Null where the person whom it concerns has no account. */
  memberId: number | null
  /** Of a receipt: the audit log names the reported payment. */
  reportId?: number
}

interface ShownCall extends Omit<PageCall, 'documentId'> {
  /** Finds the document again after the wait for its drawing, when an access may have ended. @throws {HttpError} then */
  find: (caller: SignedInCaller) => Promise<ReadableDocument>
}

/** Shows a page of a document that the caller may read. @throws what `openPage` and `find` throw */
export async function showPage(
  services: PageServices,
  caller: SignedInCaller,
  document: ReadableDocument,
  call: ShownCall,
): Promise<ShownPage> {
  if (call.page > MAX_SHOWN_PAGES) throw new Refused(documentMessages.shownPages, 422)
  await services.limits.documentPages.consume(String(caller.id))
  if (document.type === 'application/pdf') return drawPage(services, caller, document, call)
  if (call.page > 1) throw new NotFound()
  const { name, type, size } = document
  const content = await readRecorded(services, caller, document, 'viewed')
  return { name, type, size, pages: 1, content }
}

async function drawPage(
  services: PageServices,
  caller: SignedInCaller,
  document: ReadableDocument,
  { page, signal, find }: ShownCall,
): Promise<ShownPage> {
  const { db, storage } = services
  const { id, name, storageKey } = document
  const refuseTooComplex = async () => {
    if (await isTooComplex(db, id)) throw new Refused(documentMessages.shownTooComplex, 422)
  }
  await refuseTooComplex()
  try {
    const { png, pages } = await takeCallersTurn(
      services,
      { caller, signal },
      async (draw, present) => {
        // A new version may have replaced it.
        if ((await find(present)).id !== id) throw new NotFound()
        // An earlier turn of the caller may have marked it meanwhile.
        await refuseTooComplex()
        const bytes = await buffer(await storage.read(storageKey))
        return draw<RenderedPage>(RENDER_MODULE, [{ bytes, page }])
      },
    )
    await recordRead(db, caller, document, 'viewed')
    const content = Buffer.from(png)
    return { name: `${name}-${page}.png`, type: 'image/png', size: png.length, pages, content }
  } catch (error) {
    const problem = fileProblemOf(error)
    if (problem === 'too_complex') await markTooComplex(db, id)
    if (problem === 'no_page') throw new NotFound()
    const refusal = problem === null ? undefined : refusals[problem]
    throw refusal === undefined ? error : new Refused(refusal, 422)
  }
}
