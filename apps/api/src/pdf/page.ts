import { type Doc, drawnRuns } from './text.ts'
import { BOTTOM, colors, LEFT, RIGHT, TOP } from './theme.ts'

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
  const element = doc.struct(tag)
  parent.add(element)
  for (const draw of draws) element.add(draw)
  return element
}

/** The most pages of a document, and the most pieces of text, which bound its memory. */
const MAX_PAGES = 200
const MAX_RUNS = 40_000

class LimitReached extends Error {}

/**
 * Draws a document, or its first pages and then a notice on a page of its own.
 * @returns whether all was drawn
 */
export function drawWithinLimits(
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
    doc.addPage()
    doc.y = TOP
    drawNotice(pages)
    return false
  }
}

/** The number in a page's foot, which says on every page when the document is not complete. */
export function pageOf(page: number, count: number, isComplete: boolean): string {
  return `Página ${page} de ${count}${isComplete ? '' : ' · incompleto'}`
}

/** Starts a new page when less than `height` is left. @returns whether it did */
export function ensureSpace(doc: Doc, height: number): boolean {
  if (doc.y + height <= BOTTOM) return false
  if (doc.bufferedPageRange().count >= MAX_PAGES || drawnRuns(doc) >= MAX_RUNS) {
    throw new LimitReached()
  }
  doc.addPage()
  doc.y = TOP
  return true
}

export function rule(doc: Doc, y: number, from = LEFT, to = RIGHT): void {
  asArtifact(doc, () => {
    doc.moveTo(from, y).lineTo(to, y).lineWidth(0.6).stroke(colors.line)
  })
}
