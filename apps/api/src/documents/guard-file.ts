import { randomBytes } from 'node:crypto'
import type { WireDocument } from '@carpeta/contract/requests'
import type { Refusal } from '@carpeta/domain/errors/refusal'
import {
  documentMessages,
  extensionOf,
  isAcceptedFile,
  misnamedMessage,
  typeRefusal,
} from '@carpeta/domain/requests/document-rules'
import { fileTypeFromBuffer } from 'file-type'
import { callerTransaction } from '../auth/caller-transaction.ts'
import type { Config } from '../config/config.ts'
import type { Transaction } from '../db/client.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { Refused } from '../http/errors.ts'
import type { FileToCheck } from '../pdf/check-file.ts'
import { type FileProblem, fileProblemOf } from '../pdf/file-problem.ts'
import { jpegProblem } from '../pdf/jpeg.ts'
import type { PdfPool } from '../pdf/pdf-pool.ts'
import { pixelBytesOf } from '../pdf/png.ts'
import type { DocumentServices } from './document-storage.ts'
import { insertArriving, markStored } from './documents-store.ts'
import type { ReceivedFile } from './receive-file.ts'
import { removeUnattached } from './remove-documents.ts'
import { scanFile } from './scan-file.ts'
import { notStored } from './storage-error.ts'

type DocumentType = WireDocument['type']

const guarded: unique symbol = Symbol('guarded')

/** A file that may be stored; only the functions here make one. */
export interface GuardedFile<Type extends string = string> {
  file: ReceivedFile
  type: Type
  readonly [guarded]: true
}

export interface GuardServices {
  config: Pick<Config, 'scanner'>
  pdfs: PdfPool
}

interface Guarding {
  /** Whose turns the threads take. */
  owner: string
  signal?: AbortSignal
  /** The pages that a PDF may have. */
  maxPages?: number
  /** Judges whether a file of this type is wanted, before it is scanned and opened. */
  beforeScan?: (type: DocumentType) => Promise<void>
}

/**
 * The one guard of documents, whoever brings them: name and content agree, no virus is found, and it opens.
 * @throws {Refused} · {StorageError} · what `PdfPool.takeTurn` throws
 */
export async function guardFile(
  { config, pdfs }: GuardServices,
  file: ReceivedFile | null,
  { owner, signal, maxPages = Infinity, beforeScan }: Guarding,
): Promise<GuardedFile<DocumentType>> {
  if (!file) throw new Refused([documentMessages.required])
  const type = await checkContent(file)
  await beforeScan?.(type)
  await scanFile(config.scanner, file)
  // Nothing decodes a photo before a browser does.
  if (type !== 'image/jpeg') await openFile(pdfs, file, { type, owner, signal, maxPages })
  return admit(file, type)
}

/** A file that the portal made, or that was guarded before, or is no document. */
export function admit<Type extends string>(file: ReceivedFile, type: Type): GuardedFile<Type> {
  return { file, type, [guarded]: true }
}

const CHECK_MODULE = new URL('../pdf/check-file.ts', import.meta.url)

async function openFile(
  pdfs: PdfPool,
  { path }: ReceivedFile,
  {
    type,
    owner,
    signal,
    maxPages,
  }: { type: string; owner: string; signal: AbortSignal | undefined; maxPages: number },
): Promise<void> {
  if (path === undefined) throw new Error('only a received file is guarded')
  try {
    await pdfs.takeTurn({ owner, ...(signal && { signal }), isUpload: true }, (draw) =>
      draw<void>(CHECK_MODULE, [{ type, path, maxPages } satisfies FileToCheck]),
    )
  } catch (error) {
    const refusal = openRefusals[fileProblemOf(error) ?? 'no_page']
    throw refusal === undefined ? error : new Refused([refusal])
  }
}

/** What is told of a file that does not open. */
export const openRefusals: Partial<Record<FileProblem, Refusal>> = {
  password: documentMessages.pdfPassword,
  broken_pdf: documentMessages.pdfBroken,
  broken_image: documentMessages.imageBroken,
  too_many_pages: documentMessages.tooManyPages,
  too_many_pixels: documentMessages.imagePixels,
  too_large: documentMessages.slotTooLarge,
  too_complex: documentMessages.joinTooComplex,
}

type Content = Pick<ReceivedFile, 'size' | 'bytesAt'>

/** The bytes that `file-type` needs. */
const HEAD_BYTES = 4100
/** How far from the beginning viewers look for it. */
const PDF_HEAD_BYTES = 1024

const accepted: Record<
  DocumentType,
  { name: string; extensions: string[]; problem: (file: Content) => Promise<Refusal | null> }
> = {
  // `openFile` opens it.
  'application/pdf': { name: 'PDF', extensions: ['.pdf'], problem: async () => null },
  'image/png': { name: 'PNG', extensions: ['.png'], problem: problemOfPng },
  'image/jpeg': { name: 'JPG', extensions: ['.jpg', '.jpeg'], problem: problemOfJpeg },
}

/**
 * Detects the type of a file by its content, which its name must agree with. Accepts what ordinary viewers
 * open; nothing is decoded (docs/security.md 7.3, 7.9).
 * @throws {Refused}
 */
export async function checkContent(file: ReceivedFile): Promise<DocumentType> {
  // A form's field without a file has no name either.
  if (file.size === 0)
    throw new Refused([file.name ? documentMessages.empty : documentMessages.required])
  const { name } = file
  const { type, mime } = await detect(file)
  if (type === null) throw new Refused([unknownRefusal(name, mime)])
  const { name: kind, extensions, problem } = accepted[type]
  if (!extensions.includes(extensionOf(name))) {
    const isMisnamed = isAcceptedFile(name)
    throw new Refused([isMisnamed ? misnamedMessage(name, kind) : documentMessages.type])
  }
  const refusal = await problem(file)
  if (refusal) throw new Refused([refusal])
  return type
}

/** The type of an accepted file; of another one what it seems to be. */
async function detect(file: Content): Promise<{ type: DocumentType | null; mime: string | null }> {
  const head = await file.bytesAt(0, HEAD_BYTES)
  const found = (await fileTypeFromBuffer(head))?.mime ?? null
  // An animated PNG is shown as its first picture.
  const mime = found === 'image/apng' ? 'image/png' : found
  if (mime !== null && mime in accepted) return { type: mime as DocumentType, mime }
  // Mail gateways and scanners write lines before it.
  const isPdf = mime === null && head.subarray(0, PDF_HEAD_BYTES).includes('%PDF-')
  return { type: isPdf ? 'application/pdf' : null, mime }
}

/** Content that is of no known type, under the name of an accepted one, is taken for a damaged file. */
function unknownRefusal(name: string, mime: string | null): Refusal {
  if (mime !== null || !isAcceptedFile(name)) return typeRefusal(name, mime)
  return extensionOf(name) === '.pdf' ? documentMessages.pdfBroken : documentMessages.imageBroken
}

/** More than any accepted image has; a limit against crafted files. */
const MAX_PARTS = 10_000

/** A chain of chunks from IHDR to IEND. */
async function problemOfPng(file: Content): Promise<Refusal | null> {
  let offset = 8
  for (let part = 0; part < MAX_PARTS; part++) {
    const head = await file.bytesAt(offset, 8)
    if (head.length < 8) break
    const [length, kind] = [head.readUInt32BE(0), head.toString('latin1', 4)]
    if (part === 0 && (kind !== 'IHDR' || length !== 13)) break
    offset += 12 + length
    if (kind === 'IEND') return offset <= file.size ? null : documentMessages.imageBroken
  }
  return documentMessages.imageBroken
}

const jpegRefusals = {
  broken: documentMessages.imageBroken,
  unusual: documentMessages.imageUnusual,
  too_many_pixels: documentMessages.photoPixels,
}

async function problemOfJpeg(file: Content): Promise<Refusal | null> {
  const problem = await jpegProblem(file)
  return problem === null ? null : jpegRefusals[problem]
}

/**
 * Stores a file and attaches it to a request. The row is inserted before the bytes are written, and
 * one transaction marks it as stored and attaches it. After a failure the row leads to the bytes,
 * so that the job can remove them (docs/decisions/requests.md).
 * @param attach judges the caller as the database has it now, and can refuse; then nothing is stored
 */
export async function storeDocument<Attached>(
  services: DocumentServices,
  caller: SignedInCaller,
  document: StoredFile,
  attach: (tx: Transaction, documentId: number, caller: SignedInCaller) => Promise<Attached>,
): Promise<Attached> {
  return store(services, document, (id, stored) =>
    callerTransaction(services.db, caller, async (tx, caller) => {
      await stored(tx)
      return attach(tx, id, caller)
    }),
  )
}

/** The same for a job or a command. */
export async function storeForJob<Attached>(
  services: DocumentServices,
  document: StoredFile,
  attach: (tx: Transaction, documentId: number) => Promise<Attached>,
): Promise<Attached> {
  return store(services, document, (id, stored) =>
    services.db.uncheckedTransaction(async (tx) => {
      await stored(tx)
      return attach(tx, id)
    }),
  )
}

type StoredFile = GuardedFile & { uploadedBy: number }

/** @param attach runs `stored` first in its transaction */
async function store<Attached>(
  { db, storage }: DocumentServices,
  { file, type, uploadedBy }: StoredFile,
  attach: (documentId: number, stored: (tx: Transaction) => Promise<void>) => Promise<Attached>,
): Promise<Attached> {
  const storageKey = randomBytes(20).toString('hex')
  const { name } = file
  const pixelBytes = await pixelBytesOf(type, file)
  const id = await insertArriving(db, { storageKey, name, type, pixelBytes, uploadedBy })
  try {
    await storage.write(storageKey, file)
    return await attach(id, async (tx) => {
      if (!(await markStored(tx, id, file))) throw notStored(new Error('removed meanwhile'))
    })
  } catch (error) {
    // If this fails too, the hourly job removes it.
    await removeUnattached({ db }, id).catch(() => {})
    throw error
  }
}
