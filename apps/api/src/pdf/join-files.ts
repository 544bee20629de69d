import { buffer } from 'node:stream/consumers'
import {
  BYTES_PER_MB,
  MAX_JOINED_PAGES,
  MAX_SLOT_MB,
} from '@carpeta/domain/requests/document-rules'
import type { WrappedPdfiumModule } from '@embedpdf/pdfium'
import PDFDocument from 'pdfkit'
import { FileError } from './file-problem.ts'
import { plainJpeg } from './jpeg.ts'
import { heapOf, type Pointer, withPdf, withPdfium } from './pdfium.ts'
import { checkPng, opaquePng } from './png.ts'
import { PAGE } from './theme.ts'

export interface JoinableFile {
  type: string
  bytes: Uint8Array
}

/** A little more than the files: every copied page gets a few new objects. */
const MAX_JOINED_BYTES = (MAX_SLOT_MB + 4) * BYTES_PER_MB

/** Runs in a thread of `pdf-pool.ts`: one PDF with the pages of all files, in order. @throws {FileError} */
export async function draw(files: readonly JoinableFile[]): Promise<Uint8Array> {
  const pdfs: SourcePdf[] = []
  for (const { type, bytes } of files) {
    const isPdf = type === 'application/pdf'
    pdfs.push({ bytes: isPdf ? bytes : await drawPicturePage(type, Buffer.from(bytes)), isPdf })
  }
  return withPdfium((pdfium) => {
    const joined = joinPdfs(pdfium, pdfs)
    if (joined.length > MAX_JOINED_BYTES) throw new FileError('too_large')
    return joined
  })
}

interface SourcePdf {
  bytes: Uint8Array
  /** Whether the file was a PDF, and no picture. */
  isPdf: boolean
}

const ALL_PAGES = 0

/** All pages of the PDFs, in order. Page contents are copied without being decoded. @throws {FileError} */
function joinPdfs(pdfium: WrappedPdfiumModule, pdfs: readonly SourcePdf[]): Uint8Array {
  const joined = pdfium.FPDF_CreateNewDocument()
  try {
    let count = 0
    for (const [place, { bytes, isPdf }] of pdfs.entries()) {
      count += withPdf(pdfium, bytes, (document, pages) => {
        if (count + pages > MAX_JOINED_PAGES) throw new FileError('too_many_pages')
        const lost = isPdf ? lostInCopies(pdfium, document) : null
        if (lost !== null) throw new FileError(lost, place)
        const isCopied = pdfium.FPDF_ImportPagesByIndex(joined, document, ALL_PAGES, 0, count)
        if (!isCopied) throw new FileError('broken_pdf', place)
        return pages
      })
    }
    return save(pdfium, joined)
  } finally {
    pdfium.FPDF_CloseDocument(joined)
  }
}

/**
 * Layers that may be off, now or for screens or printers, or shown while others are: any `/OFF` but an empty list, since
 * a setting may stand in an object of its own.
 */
const HIDDEN_LAYER = /\/OFF\b(?!\s*\[\s*\])|\/(AllOff|AnyOff)\b|\/VE\s*(\[|\d+\s+\d+\s+R)/
/** A form whose fields viewers draw from their values, which the drawn pages may lack. */
const UNDRAWN_FORM = /\/NeedAppearances\s+(true|\d+\s+\d+\s+R)|\/XFA\s*(\[|\d+\s+\d+\s+R)/

/** What copied pages lose: which of their layers are hidden, so all would be shown, and the values of a form. */
function lostInCopies(
  pdfium: WrappedPdfiumModule,
  document: Pointer,
): 'hidden_layers' | 'undrawn_form' | null {
  // A copy has no compressed objects, and names in their plain spelling.
  const text = Buffer.from(save(pdfium, document)).toString('latin1')
  if (text.includes('/OCProperties') && HIDDEN_LAYER.test(text)) return 'hidden_layers'
  return text.includes('/AcroForm') && UNDRAWN_FORM.test(text) ? 'undrawn_form' : null
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
 * A PDF of one page with the picture as large as fits, upright as the camera noted it. The pixels of a photo
 * and of a plain PNG are copied as they are.
 * @throws {FileError}
 */
async function drawPicturePage(type: string, bytes: Buffer): Promise<Buffer> {
  if (type === 'image/png') checkPng(bytes)
  try {
    const plain = type === 'image/png' ? opaquePng(bytes) : await plainJpeg(bytes)
    const doc = new PDFDocument({ autoFirstPage: false, margin: 0, pdfVersion: '1.7' })
    const picture = doc.openImage(plain)
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
