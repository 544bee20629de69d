import { BYTES_PER_MB, MAX_SLOT_MB } from '@carpeta/domain/requests/document-rules'
import { FileError } from '../pdfium/file-problem.ts'
import { withPdfium } from '../pdfium/pdfium.ts'
import { drawPicturePage } from './draw-picture-page.ts'
import { checkPdf, joinPdfs } from './join-pdfs.ts'

export interface JoinableFile {
  type: string
  bytes: Uint8Array
}

/** A little more than the files: every copied page gets a few new objects. */
const MAX_JOINED_BYTES = (MAX_SLOT_MB + 4) * BYTES_PER_MB

/**
 * Runs in a thread of `pdf-pool.ts`: one PDF with the pages of all files, in order. A single file is only
 * checked, and comes back empty.
 * @throws {FileError}
 */
export async function draw(files: readonly JoinableFile[]): Promise<Uint8Array> {
  const pdfs: Uint8Array[] = []
  for (const { type, bytes } of files) {
    pdfs.push(type === 'application/pdf' ? bytes : await drawPicturePage(type, Buffer.from(bytes)))
  }
  return withPdfium((pdfium) => {
    const [only, ...others] = pdfs
    if (only && others.length === 0) {
      checkPdf(pdfium, only)
      return new Uint8Array()
    }
    const joined = joinPdfs(pdfium, pdfs)
    if (joined.length > MAX_JOINED_BYTES) throw new FileError('too_large')
    return joined
  })
}
