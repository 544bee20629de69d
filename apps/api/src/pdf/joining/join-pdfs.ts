import { MAX_JOINED_PAGES } from '@carpeta/domain/requests/document-rules'
import type { WrappedPdfiumModule } from '@embedpdf/pdfium'
import { FileError } from '../pdfium/file-problem.ts'
import { heapOf, type Pointer, withPdf } from '../pdfium/pdfium.ts'

const ALL_PAGES = 0

/** @throws {FileError} for a PDF that could not be joined with others */
export function checkPdf(pdfium: WrappedPdfiumModule, bytes: Uint8Array): void {
  withPdf(pdfium, bytes, (_document, pages) => requireFew(pages))
}

/** All pages of the PDFs, in order. Page contents are copied without being decoded. @throws {FileError} */
export function joinPdfs(pdfium: WrappedPdfiumModule, pdfs: readonly Uint8Array[]): Uint8Array {
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
