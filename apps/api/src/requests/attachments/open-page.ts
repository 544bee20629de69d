import { buffer } from 'node:stream/consumers'
import { documentMessages, MAX_SHOWN_PAGES } from '@carpeta/domain/requests/document-rules'
import pLimit from 'p-limit'
import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import type { DocumentServices } from '../../documents/document-services.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { NotFound, Refused } from '../../http/errors.ts'
import { DrawingEnded, type PdfPool } from '../../pdf/pdf-pool.ts'
import { type FileProblem, fileProblemOf } from '../../pdf/pdfium/file-problem.ts'
import type { RenderedPage } from '../../pdf/rendering/render-page.ts'
import { pdfLimits } from '../../throttle/limits.ts'
import type { RateLimits } from '../../throttle/rate-limits.ts'
import { type Attachment, findAttachment } from './attachments-store.ts'
import { canRead } from './open-document.ts'

export interface PageServices extends DocumentServices {
  limits: RateLimits
  pdfs: PdfPool
}

/** A picture that a browser may show. */
export interface ShownPage {
  name: string
  type: string
  /** Of the whole document. */
  pages: number
  content: Buffer
}

const RENDER_MODULE = new URL('../../pdf/rendering/render-page.ts', import.meta.url)

/** No more files are in memory than the threads work on. */
const inMemory = pLimit(pdfLimits.threads)

const sentences: Partial<Record<FileProblem, string>> = {
  password: documentMessages.shownPassword,
  broken_pdf: documentMessages.shownBroken,
  too_complex: documentMessages.shownTooComplex,
}

/**
 * Opens a page of a document, for those who can download it. A PDF's page is drawn here, so that no browser
 * reads a member's PDF; a picture is its only page (docs/decisions/0042).
 * @throws {NotFound} for any other caller, and for a page that the document does not have
 * @throws {Refused} 422 when it cannot be drawn · {Throttled} · {StorageError} · what `PdfPool.run` throws
 */
export async function openPage(
  services: PageServices,
  caller: SignedInCaller,
  { documentId, page }: { documentId: number; page: number },
): Promise<ShownPage> {
  const document = await findAttachment(services.db, documentId)
  if (!document || !canRead(caller, document)) throw new NotFound()
  if (page > MAX_SHOWN_PAGES) throw new Refused(documentMessages.shownPages, 422)
  await services.limits.documentPages.consume(String(caller.id))
  const shown = await inMemory(() => showPage(services, caller, document, page))
  await recordAuditEvent(services.db, caller, {
    action: 'document.viewed',
    object: { type: 'document', id: document.id },
    subjectId: document.memberId,
  })
  return shown
}

async function showPage(
  { storage, pdfs }: PageServices,
  caller: SignedInCaller,
  { name, type, storageKey }: Attachment,
  page: number,
): Promise<ShownPage> {
  const isPdf = type === 'application/pdf'
  if (!isPdf && page > 1) throw new NotFound()
  const owner = String(caller.id)
  if (isPdf) pdfs.requireRoom(owner)
  const bytes = await buffer(await storage.read(storageKey))
  if (!isPdf) return { name, type, pages: 1, content: bytes }
  try {
    const drawn = await pdfs.run<RenderedPage>(RENDER_MODULE, [{ bytes, page }], owner)
    const { png, pages } = drawn
    return { name: `${name}-${page}.png`, type: 'image/png', pages, content: Buffer.from(png) }
  } catch (error) {
    throw refusalOf(error)
  }
}

function refusalOf(error: unknown): unknown {
  if (error instanceof DrawingEnded) return new Refused(documentMessages.shownTooComplex, 422)
  const problem = fileProblemOf(error)
  if (problem === 'no_page') return new NotFound()
  const sentence = problem === null ? undefined : sentences[problem]
  return sentence === undefined ? error : new Refused(sentence, 422)
}
