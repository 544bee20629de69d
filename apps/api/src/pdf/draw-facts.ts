import { asArtifact, type Element, ensureSpace, readAs, rule, tableHead, within } from './page.ts'
import type { Fact } from './section.ts'
import { type Doc, drawLine, lineHeight, type Style, widthOf, wrap } from './text.ts'
import { colors, LEFT, RIGHT, styles, WIDTH } from './theme.ts'

const GAP = 16
const LABEL_HEIGHT = lineHeight(styles.label) + 1
const TOTALS_WIDTH = 252
const TOTAL_HEIGHT = 20
const EQUIVALENT_HEIGHT = lineHeight(styles.small) + 3

/** Draws facts side by side, each value under its label. `shares` are relative widths. */
export function drawFacts(doc: Doc, parent: Element, facts: Fact[], shares: number[]): void {
  const total = shares.reduce((sum, share) => sum + share, 0)
  const valueTop = doc.y + LABEL_HEIGHT
  let x = LEFT
  let bottom = valueTop
  facts.forEach((fact, i) => {
    const width = (WIDTH * (shares[i] ?? 0)) / total
    const left = x
    let next = valueTop
    const linesOf = (text: string, style: Style) =>
      wrap(doc, text, width - GAP, style).map((line) => {
        const y = next
        next += lineHeight(style)
        return () => drawLine(doc, line, left, y, style)
      })
    const paragraph = within(
      parent,
      doc,
      'P',
      () => drawLine(doc, fact.label, left, doc.y, styles.label),
      ...linesOf(valueText(fact), styles.value),
    )
    const text = fact.equivalent?.text
    if (text) readAs(paragraph, doc, text, ...linesOf(text, styles.small))
    x += width
    bottom = Math.max(bottom, next)
  })
  doc.y = bottom
}

export function factsHeight(): number {
  return LABEL_HEIGHT + 2 * lineHeight(styles.value)
}

export function totalsHeight(totals: Fact[]): number {
  return totals.reduce((height, total) => height + rowHeight(total), 0)
}

function rowHeight({ equivalent }: Fact): number {
  return TOTAL_HEIGHT + (equivalent ? EQUIVALENT_HEIGHT : 0)
}

/** Draws a small table at the right, on one page; its last row is the sum. */
export function drawTotals(doc: Doc, parent: Element, totals: Fact[]): void {
  const height = totalsHeight(totals)
  ensureSpace(doc, height)
  const left = RIGHT - TOTALS_WIDTH
  asArtifact(doc, () => {
    doc.roundedRect(left, doc.y, TOTALS_WIDTH, height, 5).lineWidth(0.6)
    doc.fillAndStroke(colors.paper, colors.line)
  })
  const table = within(parent, doc, 'Table')
  totals.forEach((total, i) => {
    const isLast = i === totals.length - 1
    if (isLast && i > 0) rule(doc, doc.y, left, RIGHT)
    const row = within(table, doc, 'TR')
    const style = isLast ? styles.value : styles.strong
    const label = isLast ? styles.value : styles.soft
    const y = doc.y + (TOTAL_HEIGHT - lineHeight(style)) / 2
    tableHead(row, doc, 'Row', () => drawLine(doc, total.label, left + 12, y, label))
    const drawAtRight = (text: string, y: number, style: Style) => () =>
      drawLine(doc, text, RIGHT - 12 - widthOf(doc, text, style), y, style)
    const cell = within(row, doc, 'TD', drawAtRight(valueText(total), y, style))
    const text = total.equivalent?.text
    if (text) readAs(cell, doc, text, drawAtRight(text, doc.y + TOTAL_HEIGHT - 2, styles.small))
    doc.y += rowHeight(total)
  })
}

function valueText({ value, unit }: Fact): string {
  if (value === null) return '-'
  return unit ? `${unit}\u00a0${value}` : value
}
