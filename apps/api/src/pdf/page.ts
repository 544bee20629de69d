import type { Doc } from './text.ts'
import { BOTTOM, colors, LEFT, RIGHT, TOP } from './theme.ts'

export type Element = PDFKit.PDFStructureElement

/** What only decorates or repeats: nothing that a screen reader should read out. */
export function asArtifact(doc: Doc, draw: () => void, type: 'Layout' | 'Pagination' = 'Layout') {
  doc.markContent('Artifact', { type })
  draw()
  doc.endMarkedContent()
}

/**
 * A part of the document as a screen reader knows it, within `parent`. Each of `draws` is read by
 * itself, so that the lines of a text do not run into each other.
 */
export function within(parent: Element, doc: Doc, tag: string, ...draws: (() => void)[]): Element {
  const element = doc.struct(tag)
  parent.add(element)
  for (const draw of draws) element.add(draw)
  return element
}

/** Begins a new page unless so many points are left on this one; tells whether it did. */
export function needRoom(doc: Doc, height: number): boolean {
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
