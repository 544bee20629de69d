import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import QRCode from 'qrcode'
import { type Doc, drawnRuns, registerFonts } from './text.ts'
import { BOTTOM, colors, LEFT, RIGHT, TOP } from './theme.ts'

interface Drawing {
  title: string
  drawContent: (doc: Doc, root: Element) => void
  /** The text of a page of its own, for a document that reached the most pages. */
  drawIncomplete: (doc: Doc, root: Element, pages: number) => void
  /** Head and foot of a page; `pageNumber` says so on every page when the document is incomplete. */
  drawEdges: (doc: Doc, page: number, pageNumber: string) => void
}

/** Draws a tagged PDF on US paper, with Spanish as its language and its title in the window. */
export function drawDocument({
  title,
  drawContent,
  drawIncomplete,
  drawEdges,
}: Drawing): Promise<Buffer> {
  const doc = new PDFDocument({
    size: 'LETTER',
    margin: 0,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'es-CL',
    displayTitle: true,
    bufferPages: true,
    info: { Title: title, Creator: 'Carpeta Virtual' },
  })
  registerFonts(doc)
  const root = doc.struct('Document')
  doc.addStructure(root)
  const isComplete = drawWithinLimits(
    doc,
    () => drawContent(doc, root),
    (pages) => drawIncomplete(doc, root, pages),
  )
  const { start, count } = doc.bufferedPageRange()
  // Last, because they show the number of pages.
  for (let page = 0; page < count; page++) {
    doc.switchToPage(start + page)
    const number = `Página ${page + 1} de ${count}${isComplete ? '' : ' · incompleto'}`
    asArtifact(doc, () => drawEdges(doc, page, number), 'Pagination')
  }
  doc.end()
  return buffer(doc)
}

/** Draws all, or the first pages and then a notice. @returns whether all was drawn */
function drawWithinLimits(
  doc: Doc,
  draw: () => void,
  drawNotice: (pages: number) => void,
): boolean {
  try {
    draw()
    return true
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error
    const pages = doc.bufferedPageRange().count
    startPage(doc)
    drawNotice(pages)
    return false
  }
}

export type Element = PDFKit.PDFStructureElement

/** Draws decoration or a repetition, which a screen reader skips. */
export function asArtifact(doc: Doc, draw: () => void, type: 'Layout' | 'Pagination' = 'Layout') {
  doc.markContent('Artifact', { type })
  draw()
  doc.endMarkedContent()
}

/**
 * Adds a tagged element to `parent`. Each of `draws` is separate content, so that a screen reader
 * keeps the lines of a text apart.
 */
export function within(parent: Element, doc: Doc, tag: string, ...draws: (() => void)[]): Element {
  return fill(parent, doc.struct(tag), draws)
}

/** Content that a screen reader reads as `text`. */
export function readAs(parent: Element, doc: Doc, text: string, ...draws: (() => void)[]): Element {
  return fill(parent, doc.struct('Span', { actual: text }), draws)
}

/** A head of a table's column or row. */
export function tableHead(
  row: Element,
  doc: Doc,
  scope: 'Column' | 'Row',
  ...draws: (() => void)[]
): Element {
  return fill(row, doc.struct('TH', { scope }), draws)
}

function fill(parent: Element, element: Element, draws: (() => void)[]): Element {
  parent.add(element)
  for (const draw of draws) element.add(draw)
  return element
}

/** The most pages of a document, and the most pieces of text, which bound its memory. */
const MAX_PAGES = 200
const MAX_RUNS = 40_000

class LimitReached extends Error {}

/** Starts a new page when less than `height` is left. @returns whether it did */
export function ensureSpace(doc: Doc, height: number): boolean {
  if (doc.y + height <= BOTTOM) return false
  if (doc.bufferedPageRange().count >= MAX_PAGES || drawnRuns(doc) >= MAX_RUNS) {
    throw new LimitReached()
  }
  startPage(doc)
  return true
}

function startPage(doc: Doc): void {
  doc.addPage()
  doc.y = TOP
}

export function rule(doc: Doc, y: number, from = LEFT, to = RIGHT): void {
  asArtifact(doc, () => {
    doc.moveTo(from, y).lineTo(to, y).lineWidth(0.6).stroke(colors.line)
  })
}

/** Draws vectors, so that the code is sharp on any printer. */
export function drawQr(
  doc: Doc,
  text: string,
  { left, top, size }: { left: number; top: number; size: number },
): void {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' })
  const unit = size / modules.size
  for (let row = 0; row < modules.size; row++) {
    for (let column = 0; column < modules.size; column++) {
      if (!modules.get(row, column)) continue
      doc.rect(left + column * unit, top + row * unit, unit, unit)
    }
  }
  doc.fill(colors.ink)
}
