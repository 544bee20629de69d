import type { Cooperative } from '../config/cooperative-settings.ts'
import { asArtifact, type Element, ensureSpace, within } from './draw-document.ts'
import { type Doc, drawLine, lineHeight, type Style, wrap } from './text.ts'
import { BESIDE_LOGO, BOTTOM, colors, drawLogo, LEFT, RIGHT, WIDTH } from './theme.ts'

// The layout of documents that people read from start to end: receipts, letters, a person's data.

const { ink, inkSoft, petrol } = colors
/** Larger than a statement's. */
export const letterStyles = {
  title: { weight: 'semibold', size: 24, color: ink },
  heading: { weight: 'semibold', size: 16, color: petrol },
  group: { weight: 'semibold', size: 12.5, color: ink },
  text: { weight: 'regular', size: 11.5, color: ink },
  strong: { weight: 'semibold', size: 11.5, color: ink },
  soft: { weight: 'regular', size: 11.5, color: inkSoft },
  small: { weight: 'regular', size: 9, color: inkSoft },
} as const satisfies Record<string, Style>

/** The logo and beside it the cooperative's name, at the top of a page. */
export function drawLetterhead(doc: Doc, root: Element, company: string): void {
  asArtifact(doc, () => drawLogo(doc))
  doc.y = 50
  drawText(doc, root, 'P', company, letterStyles.strong, BESIDE_LOGO)
  doc.y = Math.max(doc.y + 8, 92)
}

/** Writes at `doc.y`, and goes on below on the next page. */
export function drawText(
  doc: Doc,
  root: Element,
  tag: string,
  text: string,
  style: Style,
  left = LEFT,
): void {
  const element = within(root, doc, tag)
  for (const line of wrap(doc, text, RIGHT - left, style)) {
    ensureSpace(doc, lineHeight(style))
    element.add(() => drawLine(doc, line, left, doc.y, style))
    doc.y += lineHeight(style)
  }
}

const LABEL_GAP = 12

/** Writes the value beside its label, with its line breaks; a long one continues on the next pages. */
export function drawPair(
  doc: Doc,
  root: Element,
  [label, value]: readonly [label: string, value: string],
  { labelWidth, style }: { labelWidth: number; style: Style },
): void {
  const labels = wrap(doc, label, labelWidth - LABEL_GAP, letterStyles.soft)
  const height = lineHeight(style)
  ensureSpace(doc, labels.length * height)
  const top = doc.y
  const paragraph = within(
    root,
    doc,
    'P',
    ...labels.map(
      (line, i) => () => drawLine(doc, line, LEFT, top + i * height, letterStyles.soft),
    ),
  )
  const lines = value.split(/\r?\n/).flatMap((line) => wrap(doc, line, WIDTH - labelWidth, style))
  for (const line of lines) {
    ensureSpace(doc, height)
    paragraph.add(() => drawLine(doc, line, LEFT + labelWidth, doc.y, style))
    doc.y += height
  }
  if (lines.length < labels.length) doc.y = top + labels.length * height
}

/** At the foot of a page. */
export function drawContact(doc: Doc, cooperative: Cooperative, width = WIDTH): void {
  const { company, contact_email, contact_phone } = cooperative
  const text = [company, contact_email, contact_phone].filter(Boolean).join(' · ')
  const [line = ''] = wrap(doc, text, width, letterStyles.small)
  drawLine(doc, line, LEFT, BOTTOM + 22, letterStyles.small)
}
