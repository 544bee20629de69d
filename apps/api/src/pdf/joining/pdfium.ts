import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { MAX_JOINED_PAGES } from '@carpeta/domain/requests/document-rules'
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium'
import { JoinError } from './join-problem.ts'

/** `FPDF_ERR_PASSWORD` of PDFium's fpdfview.h. */
const PASSWORD_NEEDED = 4
const ALL_PAGES = 0

type Pointer = number

let started: Promise<WrappedPdfiumModule> | null = null

async function start(): Promise<WrappedPdfiumModule> {
  const path = createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm')
  const file = await readFile(path)
  const wasmBinary = new Uint8Array(file).buffer
  const pdfium = await init({ wasmBinary })
  pdfium.PDFiumExt_Init()
  return pdfium
}

/** PDFium in its WebAssembly memory, one for each thread. A failed instance is not used again. */
export async function withPdfium<Result>(
  work: (pdfium: WrappedPdfiumModule) => Result,
): Promise<Result> {
  started ??= start()
  try {
    return work(await started)
  } catch (error) {
    if (!(error instanceof JoinError)) started = null
    throw error
  }
}

/** Opens a PDF for the time of `work`. @throws {JoinError} */
export function withPdf<Result>(
  pdfium: WrappedPdfiumModule,
  bytes: Uint8Array,
  work: (document: Pointer, pages: number) => Result,
): Result {
  const memory = copyIn(pdfium, bytes)
  const document = pdfium.FPDF_LoadMemDocument(memory, bytes.length, '')
  try {
    if (document === 0) {
      const needsPassword = pdfium.FPDF_GetLastError() === PASSWORD_NEEDED
      throw new JoinError(needsPassword ? 'password' : 'broken_pdf')
    }
    const pages = pdfium.FPDF_GetPageCount(document)
    if (pages < 1) throw new JoinError('broken_pdf')
    if (pages > MAX_JOINED_PAGES) throw new JoinError('too_many_pages')
    return work(document, pages)
  } finally {
    if (document !== 0) pdfium.FPDF_CloseDocument(document)
    pdfium.pdfium.wasmExports.free(memory)
  }
}

/** All pages of the PDFs, in order. Page contents are copied without being decoded. @throws {JoinError} */
export function joinPdfs(pdfium: WrappedPdfiumModule, pdfs: readonly Uint8Array[]): Uint8Array {
  const joined = pdfium.FPDF_CreateNewDocument()
  try {
    let count = 0
    for (const bytes of pdfs) {
      count += withPdf(pdfium, bytes, (document, pages) => {
        if (count + pages > MAX_JOINED_PAGES) throw new JoinError('too_many_pages')
        const isCopied = pdfium.FPDF_ImportPagesByIndex(joined, document, ALL_PAGES, 0, count)
        if (!isCopied) throw new JoinError('broken_pdf')
        return pages
      })
    }
    return save(pdfium, joined)
  } finally {
    pdfium.FPDF_CloseDocument(joined)
  }
}

function save(pdfium: WrappedPdfiumModule, document: Pointer): Uint8Array {
  const writer = pdfium.PDFiumExt_OpenFileWriter()
  try {
    if (!pdfium.PDFiumExt_SaveAsCopy(document, writer)) throw new JoinError('broken_pdf')
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

function copyIn(pdfium: WrappedPdfiumModule, bytes: Uint8Array): Pointer {
  const memory = pdfium.pdfium.wasmExports.malloc(bytes.length)
  if (memory === 0) throw new Error('PDFium has no memory left')
  heapOf(pdfium).set(bytes, memory)
  return memory
}

/** Emscripten's view of the memory, which its types lack. It is replaced when the memory grows. */
function heapOf({ pdfium }: WrappedPdfiumModule): Uint8Array {
  return (pdfium as typeof pdfium & { HEAPU8: Uint8Array }).HEAPU8
}
