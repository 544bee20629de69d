import { PassThrough, Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import type { WireMemberDocument } from '@carpeta/contract/member-documents'
import {
  archiveName,
  archiveNames,
  MISSING_NOTE,
  missingNote,
} from '@carpeta/domain/member-documents/archive-names'
import { ZipFile } from 'yazl'
import { recordAuditedRead } from '../audit/record-audit-event.ts'
import { requireStillAllowed } from '../auth/caller-transaction.ts'
import { takeCallersTurn } from '../auth/callers-turn.ts'
import type { Database } from '../db/client.ts'
import { readId } from '../http/access.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { HttpError, NotFound } from '../http/errors.ts'
import { drawReceipt } from '../payments/online-payments.ts'
import { fileProblemOf } from '../pdf/file-problem.ts'
import type { RenderedPage } from '../pdf/render-page.ts'
import {
  openDocument,
  openPage,
  type PageServices,
  RENDER_MODULE,
  readRecorded,
  type ShownPage,
  showPage,
} from '../requests/open-document.ts'
import { drawIssued, type StatementServices } from '../statements/statements.ts'
import type { PublishedFile } from './member-documents-store.ts'
import {
  findReadableFile,
  isReadableAnswerFile,
  listReadable,
  markRead,
} from './own-documents-store.ts'

/** The documents of the sales that the member reads now. */
export async function listOwnDocuments(
  db: Database,
  caller: SignedInCaller,
): Promise<WireMemberDocument[]> {
  const documents = await listReadable(db, readerOf(caller))
  if (documents.length > 0) {
    const { id } = caller.user
    await recordAuditedRead(db, caller, { type: 'member_document', id: '' }, id)
  }
  return documents
}

export type OwnServices = PageServices & StatementServices

interface OpenedFile {
  file: { name: string; type: string; size: number }
  content: Readable | Buffer
}

const PDF = 'application/pdf'

/**
 * A document's file, that of an answer, which its request opens, or an issued statement.
 * @throws {NotFound} unless it is in the member's list now · {StorageError}
 */
export async function openOwnDocument(
  services: OwnServices,
  caller: SignedInCaller,
  { id, signal }: { id: string; signal: AbortSignal },
): Promise<OpenedFile> {
  const found = await findOwn(services, caller, id)
  if ('answerFile' in found) {
    const { document, content } = await openDocument(services, caller, found.answerFile)
    return { file: document, content }
  }
  if ('draw' in found) {
    const { name, content } = await found.draw(signal)
    return { file: { name, type: PDF, size: content.length }, content }
  }
  const { file } = found
  const content = await readRecorded(services, caller, file, 'downloaded')
  await recordRead(services.db, caller, file)
  return { file, content }
}

/** A page as a picture. @throws {NotFound} · what `openPage` of requests throws */
export async function openOwnPage(
  services: OwnServices,
  caller: SignedInCaller,
  { id, page, signal }: { id: string; page: number; signal: AbortSignal },
): Promise<ShownPage> {
  const found = await findOwn(services, caller, id)
  if ('answerFile' in found) {
    return openPage(services, caller, { documentId: found.answerFile, page, signal })
  }
  if ('draw' in found) return showDrawn(services, caller, { ...found, page, signal })
  const { file } = found
  const find = (each: SignedInCaller) => findPublished(services.db, each, id)
  const shown = await showPage(services, caller, file, { page, signal, find })
  await recordRead(services.db, caller, file)
  return shown
}

/** A page of a document that is drawn first. */
async function showDrawn(
  services: OwnServices,
  caller: SignedInCaller,
  { draw: drawWhole, page, signal }: Drawn & { page: number; signal: AbortSignal },
): Promise<ShownPage> {
  await services.limits.documentPages.consume(String(caller.id))
  const { name, content: bytes } = await drawWhole(signal)
  try {
    const { png, pages } = await takeCallersTurn(services, { caller, signal }, (draw) =>
      draw<RenderedPage>(RENDER_MODULE, [{ bytes, page }]),
    )
    const content = Buffer.from(png)
    return { name: `${name}-${page}.png`, type: 'image/png', size: png.length, pages, content }
  } catch (error) {
    throw fileProblemOf(error) === 'no_page' ? new NotFound() : error
  }
}

interface ArchiveCall {
  saleCode: string | undefined
  signal: AbortSignal
  log: { error: (facts: object, message: string) => void }
}

/**
 * All documents of one sale, or of every sale, as a zip that is written while it is sent: each file is
 * opened, judged and recorded again when the one before it is through. It breaks off once the member has logged
 * out, and once staff give the account another rut. A document that cannot be read is named in the zip and in the log.
 * @throws {NotFound} when there is none · {Throttled}
 */
export async function archiveOwnDocuments(
  services: OwnServices,
  caller: SignedInCaller,
  { saleCode, signal, log }: ArchiveCall,
): Promise<{ name: string; content: Readable }> {
  await services.limits.documentArchives.consume(String(caller.id))
  const reader = readerOf(caller)
  const all = await listReadable(services.db, reader)
  const listed = all.filter(({ sale_code }) => saleCode === undefined || sale_code === saleCode)
  if (listed.length === 0) throw new NotFound()
  const zip = new ZipFile()
  const content = new PassThrough()
  // The error of a file's stream.
  zip.on('error', (error) => content.destroy(error))
  const ended = pipeline(zip.outputStream, content, { signal }).catch(() => {})
  const names = archiveNames(listed)
  const write = async () => {
    const missing: string[] = []
    for (const [i, { id, date }] of listed.entries()) {
      const present = await requireStillAllowed(services, caller)
      // Staff corrected the rut: what was listed is another person's.
      if (readerOf(present).rut !== reader.rut) throw new NotFound()
      const file = await openForArchive(services, present, { id: String(id), signal })
      if (file === null) continue
      if (file instanceof HttpError) {
        log.error({ err: file, document: id }, 'a document is missing in the zip of its member')
        missing.push(names[i] ?? '')
        // Without any the download breaks off, as that of a single document does.
        if (missing.length === listed.length) throw file
        continue
      }
      const bytes = file.content instanceof Readable ? file.content : Readable.from([file.content])
      zip.addReadStream(bytes, names[i] ?? '', {
        mtime: timeInZip(date),
        compress: false,
      })
      // Ends the wait when the client is gone, too.
      await Promise.race([finished(bytes), ended])
      if (content.destroyed) return void bytes.destroy()
    }
    if (missing.length > 0) zip.addBuffer(Buffer.from(missingNote(missing)), MISSING_NOTE)
    zip.end()
  }
  write().catch((error) => content.destroy(error as Error))
  return { name: archiveName(saleCode), content }
}

/**
 * The first day that a zip can store. At one before 1970 `yazl` throws, and, while the client reads slowly, outside of any
 * promise.
 */
const FIRST_DAY_OF_ZIP = '1980-01-01'

function timeInZip(date: string): Date {
  return new Date(`${date < FIRST_DAY_OF_ZIP ? FIRST_DAY_OF_ZIP : date}T12:00:00Z`)
}

/** Null once the member cannot read it any more; the error where it cannot be read. */
async function openForArchive(
  services: OwnServices,
  caller: SignedInCaller,
  call: { id: string; signal: AbortSignal },
): Promise<OpenedFile | HttpError | null> {
  try {
    return await openOwnDocument(services, caller, call)
  } catch (error) {
    if (error instanceof NotFound) return null
    if (error instanceof HttpError) return error
    throw error
  }
}

const ANSWER_FILE = 'request-'
const STATEMENT = 'statement-'
const RECEIPT = 'payment-'

/** No file of it is stored. */
interface Drawn {
  draw: (signal: AbortSignal) => Promise<{ name: string; content: Buffer }>
}

async function findOwn(
  services: OwnServices,
  caller: SignedInCaller,
  id: string,
): Promise<{ file: PublishedFile } | { answerFile: number } | Drawn> {
  const { db } = services
  const reader = readerOf(caller)
  if (id.startsWith(STATEMENT)) {
    const folio = id.slice(STATEMENT.length)
    return { draw: (signal) => drawIssued(services, caller, { folio, signal }) }
  }
  if (id.startsWith(RECEIPT)) {
    const paymentId = readId(id.slice(RECEIPT.length))
    return { draw: (signal) => drawReceipt(services, caller, { id: paymentId, signal }) }
  }
  if (id.startsWith(ANSWER_FILE)) {
    const answerFile = readId(id.slice(ANSWER_FILE.length))
    if (await isReadableAnswerFile(db, reader, answerFile)) return { answerFile }
    throw new NotFound()
  }
  return { file: await findPublished(db, caller, id) }
}

async function findPublished(
  db: Database,
  caller: SignedInCaller,
  id: string,
): Promise<PublishedFile> {
  const file = await findReadableFile(db, readerOf(caller), readId(id))
  if (!file) throw new NotFound()
  return file
}

/** Staff who view the portal as the member have not opened it for the member. */
async function recordRead(
  db: Database,
  caller: SignedInCaller,
  { id }: PublishedFile,
): Promise<void> {
  if (caller.viewer === null) await markRead(db, id, caller.user.id)
}

function readerOf({ user }: SignedInCaller): { id: number; rut: string } {
  return { id: user.id, rut: user.profile.social_security }
}
