import type { WireDocument } from '@carpeta/contract/requests'
import type { Refusal } from '@carpeta/domain/errors/refusal'
import { documentMessages } from '@carpeta/domain/requests/document-rules'
import type { Config } from '../config/config.ts'
import { Refused } from '../http/errors.ts'
import type { FileToCheck } from '../pdf/check-file.ts'
import { type FileProblem, fileProblemOf } from '../pdf/file-problem.ts'
import type { PdfPool } from '../pdf/pdf-pool.ts'
import { checkContent } from './check-content.ts'
import type { ReceivedFile } from './receive-file.ts'
import { scanFile } from './scan-file.ts'

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
