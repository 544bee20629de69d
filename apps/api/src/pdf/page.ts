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

export class LimitReached extends Error {}

/** Starts a new page when less than `height` is left. @returns whether it did */
export function ensureSpace(doc: Doc, height: number): boolean {
  if (doc.y + height <= BOTTOM) return false
  if (doc.bufferedPageRange().count >= MAX_PAGES || drawnRuns(doc) >= MAX_RUNS) {
    throw new LimitReached()
  }
  startPage(doc)
  return true
}

export function startPage(doc: Doc): void {
  doc.addPage()
  doc.y = TOP
}

export function rule(doc: Doc, y: number, from = LEFT, to = RIGHT): void {
  asArtifact(doc, () => {
    doc.moveTo(from, y).lineTo(to, y).lineWidth(0.6).stroke(colors.line)
  })
}
