import type { Doc } from './text.ts'
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

/** Starts a new page when less than `height` is left. @returns whether it did */
export function ensureSpace(doc: Doc, height: number): boolean {
  if (doc.y + height <= BOTTOM) return false
  doc.addPage()
  doc.y = TOP
  return true
}

export function rule(doc: Doc, y: number, from = LEFT, to = RIGHT): void {
  asArtifact(doc, () => {
    doc.moveTo(from, y).lineTo(to, y).lineWidth(0.6).stroke(colors.line)
  })
}
