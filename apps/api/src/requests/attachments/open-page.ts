import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { documentMessages, MAX_SHOWN_PAGES } from '@carpeta/domain/requests/document-rules'
import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import type { DocumentServices } from '../../documents/document-services.ts'
import { isTooComplex, markTooComplex } from '../../documents/documents-store.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { NotFound, Refused } from '../../http/errors.ts'
import type { PdfPool } from '../../pdf/pdf-pool.ts'
import { type FileProblem, fileProblemOf } from '../../pdf/pdfium/file-problem.ts'
import type { RenderedPage } from '../../pdf/rendering/render-page.ts'
import type { RateLimits } from '../../throttle/rate-limits.ts'
import type { Attachment } from './attachments-store.ts'
import { findReadable, readRecorded } from './open-document.ts'

export interface PageServices extends DocumentServices {
  limits: RateLimits
  pdfs: PdfPool
}

interface PageCall {
  documentId: number
  page: number
  signal: AbortSignal
}

/** A picture that a browser may show. */
interface ShownPage {
  name: string
  type: string
  /** Bytes. */
  size: number
  /** Of the whole document. */
  pages: number
  content: Readable | Buffer
}

const RENDER_MODULE = new URL('../../pdf/rendering/render-page.ts', import.meta.url)

const sentences: Partial<Record<FileProblem, string>> = {
  password: documentMessages.shownPassword,
  broken_pdf: documentMessages.shownBroken,
  too_complex: documentMessages.shownTooComplex,
}

/**
 * Opens a page of a document, for those who can download it. A PDF's page is drawn here, so that no browser
 * reads a member's PDF; a picture is its only page (docs/decisions/0042).
 * @throws {NotFound} for any other caller, and for a page that the document does not have
 * @throws {Refused} 422 when it cannot be drawn · {Throttled} · {StorageError} · what `PdfPool.inTurn` throws
 */
export async function openPage(
  services: PageServices,
  caller: SignedInCaller,
  call: PageCall,
): Promise<ShownPage> {
  const document = await findReadable(services, caller, call.documentId)
  if (call.page > MAX_SHOWN_PAGES) throw new Refused(documentMessages.shownPages, 422)
  await services.limits.documentPages.consume(String(caller.id))
  if (document.type === 'application/pdf') return drawPage(services, caller, document, call)
  if (call.page > 1) throw new NotFound()
  const { name, type, size } = document
  const content = await readRecorded(services, caller, document, 'document.viewed')
  return { name, type, size, pages: 1, content }
}

async function drawPage(
  { db, storage, pdfs }: PageServices,
  caller: SignedInCaller,
  { id, name, storageKey, memberId }: Attachment,
  { page, signal }: PageCall,
): Promise<ShownPage> {
  const refuseTooComplex = async () => {
    if (await isTooComplex(db, id)) throw new Refused(documentMessages.shownTooComplex, 422)
  }
  await refuseTooComplex()
  try {
    const { png, pages } = await pdfs.inTurn({ owner: String(caller.id), signal }, async (draw) => {
      // The caller's last turn may just have found out.
      await refuseTooComplex()
      const bytes = await buffer(await storage.read(storageKey))
      return draw<RenderedPage>(RENDER_MODULE, [{ bytes, page }])
    })
    await recordAuditEvent(db, caller, {
      action: 'document.viewed',
      object: { type: 'document', id },
      subjectId: memberId,
    })
    const content = Buffer.from(png)
    return { name: `${name}-${page}.png`, type: 'image/png', size: png.length, pages, content }
  } catch (error) {
    const problem = fileProblemOf(error)
    if (problem === 'too_complex') await markTooComplex(db, id)
    if (problem === 'no_page') throw new NotFound()
    const sentence = problem === null ? undefined : sentences[problem]
    throw sentence === undefined ? error : new Refused(sentence, 422)
  }
}
