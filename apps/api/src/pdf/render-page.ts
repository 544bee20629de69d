import type { WrappedPdfiumModule } from '@embedpdf/pdfium'
import { PNG } from 'pngjs'
import { FileError } from './file-problem.ts'
import { renderLimits } from './pdf-limits.ts'
import { heapOf, type Pointer, withPdf, withPdfium } from './pdfium.ts'

// Values of PDFium's fpdfview.h.
const BGRA = 4
const DRAW_ANNOTATIONS = 0x01
const WRITE_RGBA = 0x10
const WHITE = 0xffffffff
const NOT_ROTATED = 0

const RGB = 2
const RGBA = 6
/** Each row as its difference to the row above: one pass, and small for text and scans. */
const FILTER_UP = 2

interface PageToRender {
  bytes: Uint8Array
  /** From 1. */
  page: number
}

export interface RenderedPage {
  png: Uint8Array
  /** Number of pages of the whole PDF. */
  pages: number
}

/**
 * Runs in a thread of `pdf-pool.ts`: a page of a PDF as a PNG. No script of the PDF runs: this PDFium has no
 * engine for them.
 * @throws {FileError}
 */
export async function draw([{ bytes, page }]: [PageToRender]): Promise<RenderedPage> {
  return withPdfium((pdfium) =>
    withPdf(pdfium, bytes, (document, pages) => {
      if (page > pages) throw new FileError('no_page')
      return {
        pages,
        png: withForm(pdfium, document, (form) =>
          renderPage(pdfium, { document, form, index: page - 1 }),
        ),
      }
    }),
  )
}

/** PDFium draws what was written in the fields of a form only with this. */
function withForm<Result>(
  pdfium: WrappedPdfiumModule,
  document: Pointer,
  work: (form: Pointer) => Result,
): Result {
  const info = pdfium.PDFiumExt_OpenFormFillInfo()
  const form = pdfium.PDFiumExt_InitFormFillEnvironment(document, info)
  try {
    pdfium.FPDF_SetFormFieldHighlightAlpha(form, 0)
    return work(form)
  } finally {
    pdfium.PDFiumExt_ExitFormFillEnvironment(form)
    pdfium.PDFiumExt_CloseFormFillInfo(info)
  }
}

function renderPage(
  pdfium: WrappedPdfiumModule,
  { document, form, index }: { document: Pointer; form: Pointer; index: number },
): Uint8Array {
  const page = pdfium.FPDF_LoadPage(document, index)
  if (page === 0) throw new FileError('broken_pdf')
  try {
    const size = pixelSize(pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page))
    if (size === null) throw new FileError('broken_pdf')
    return renderSized(pdfium, { page, form }, size)
  } finally {
    pdfium.FPDF_ClosePage(page)
  }
}

function renderSized(
  pdfium: WrappedPdfiumModule,
  { page, form }: { page: Pointer; form: Pointer },
  { width, height }: { width: number; height: number },
): Uint8Array {
  const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, BGRA, 0, 0)
  if (bitmap === 0) throw new FileError('too_complex')
  try {
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE)
    const flags = DRAW_ANNOTATIONS | WRITE_RGBA
    pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, NOT_ROTATED, flags)
    pdfium.FPDF_FFLDraw(form, bitmap, page, 0, 0, width, height, NOT_ROTATED, flags)
    const memory = pdfium.FPDFBitmap_GetBuffer(bitmap)
    const data = heapOf(pdfium).slice(memory, memory + 4 * width * height)
    const png = Object.assign(new PNG({ width, height }), { data: Buffer.from(data.buffer) })
    return PNG.sync.write(png, { colorType: RGB, inputColorType: RGBA, filterType: FILTER_UP })
  } finally {
    pdfium.FPDFBitmap_Destroy(bitmap)
  }
}

const POINTS_PER_INCH = 72

/** The size in pixels of a page of this size in points; null for a page without an area. */
export function pixelSize(width: number, height: number): { width: number; height: number } | null {
  const area = width * height
  if (!(width > 0 && height > 0 && Number.isFinite(area) && area > 0)) return null
  const { dpi, maxPixels, maxSide } = renderLimits
  const scale = Math.min(
    dpi / POINTS_PER_INCH,
    maxSide / Math.max(width, height),
    Math.sqrt(maxPixels / area),
  )
  return { width: atLeastOne(width * scale), height: atLeastOne(height * scale) }
}

function atLeastOne(pixels: number): number {
  return Math.max(1, Math.floor(pixels))
}
