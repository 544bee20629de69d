import { buffer } from 'node:stream/consumers'
import {
  BYTES_PER_MB,
  MAX_JOINED_PAGES,
  MAX_SLOT_MB,
} from '@carpeta/domain/requests/document-rules'
import type { WrappedPdfiumModule } from '@embedpdf/pdfium'
import PDFDocument from 'pdfkit'
import { checkPng } from './check-png.ts'
import { FileError } from './file-problem.ts'
import { heapOf, type Pointer, withPdf, withPdfium } from './pdfium.ts'
import { PAGE } from './theme.ts'

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

const ALL_PAGES = 0

/** @throws {FileError} for a PDF that could not be joined with others */
function checkPdf(pdfium: WrappedPdfiumModule, bytes: Uint8Array): void {
  withPdf(pdfium, bytes, (_document, pages) => requireFew(pages))
}

/** All pages of the PDFs, in order. Page contents are copied without being decoded. @throws {FileError} */
function joinPdfs(pdfium: WrappedPdfiumModule, pdfs: readonly Uint8Array[]): Uint8Array {
  const joined = pdfium.FPDF_CreateNewDocument()
  try {
    let count = 0
    for (const bytes of pdfs) {
      count += withPdf(pdfium, bytes, (document, pages) => {
        requireFew(count + pages)
        const isCopied = pdfium.FPDF_ImportPagesByIndex(joined, document, ALL_PAGES, 0, count)
        if (!isCopied) throw new FileError('broken_pdf')
        return pages
      })
    }
    return save(pdfium, joined)
  } finally {
    pdfium.FPDF_CloseDocument(joined)
  }
}

function requireFew(pages: number): void {
  if (pages > MAX_JOINED_PAGES) throw new FileError('too_many_pages')
}

function save(pdfium: WrappedPdfiumModule, document: Pointer): Uint8Array {
  const writer = pdfium.PDFiumExt_OpenFileWriter()
  try {
    if (!pdfium.PDFiumExt_SaveAsCopy(document, writer)) throw new FileError('broken_pdf')
    const size = pdfium.PDFiumExt_GetFileWriterSize(writer)
    const memory = pdfium.pdfium.wasmExports.malloc(size)
    pdfium.PDFiumExt_GetFileWriterData(writer, memory, size)
    const bytes = heapOf(pdfium).slice(memory, memory + size)
    pdfium.pdfium.wasmExports.free(memory)
    return bytes
  } finally {
    pdfium.PDFiumExt_CloseFileWriter(writer)
  }
}

const MARGIN = 28
/** The EXIF orientations from here on lie on their side. */
const FIRST_LYING = 5

/**
 * A PDF of one page with the picture as large as fits, upright as the camera noted it. A photo's bytes
 * are copied; nothing is compressed again.
 * @throws {FileError}
 */
async function drawPicturePage(type: string, bytes: Buffer): Promise<Buffer> {
  if (type === 'image/png') checkPng(bytes)
  try {
    const doc = new PDFDocument({ autoFirstPage: false, margin: 0, pdfVersion: '1.7' })
    const picture = doc.openImage(bytes)
    const isLying = (picture.orientation ?? 1) >= FIRST_LYING
    const isWide = isLying ? picture.height > picture.width : picture.width > picture.height
    const [width, height] = isWide ? [PAGE.height, PAGE.width] : [PAGE.width, PAGE.height]
    doc.addPage({ size: [width, height], margin: 0 })
    doc.image(picture, MARGIN, MARGIN, {
      fit: [width - 2 * MARGIN, height - 2 * MARGIN],
      align: 'center',
      valign: 'center',
    })
    doc.end()
    return await buffer(doc)
  } catch {
    throw new FileError('broken_image')
  }
}
