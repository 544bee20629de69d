import { asArtifact, type Element, needRoom, rule, within } from './page.ts'
import type { Cell, Table } from './section.ts'
import { type Doc, drawLine, lineHeight, type Style, widthOf, wrap } from './text.ts'
import { colors, LEFT, styles, WIDTH } from './theme.ts'

const PADDING = 8
const ROW_GAP = 2.7
const HEAD_HEIGHT = 17
const FIRST_ROWS = 2
/** A page has no room for more: a row of 500 capitals is cut short rather than in two. */
const MAX_LINES = 45

interface Place {
  x: number
  width: number
  isAmount: boolean
}

interface Line {
  text: string
  style: Style
}

export interface TableLayout {
  /** The columns' parts of the width. */
  shares: number[]
  /** Points that must be left after the last row, for what may not be parted from it. */
  after: number
}

/** The height that the heads and the first rows need: what a title must not be parted from. */
export function tableStartHeight(doc: Doc, table: Table, { shares, after }: TableLayout): number {
  const places = placesOf(table, shares)
  const first = table.rows.slice(0, FIRST_ROWS)
  const rest = table.rows.length > first.length ? 0 : after
  return first.reduce(
    (height, row) => height + rowHeight(linesOf(doc, row, places)),
    HEAD_HEIGHT + rest,
  )
}

/**
 * Draws it from `doc.y` on. No row is cut: one that does not fit begins a page, under the heads
 * again.
 */
export function drawTable(doc: Doc, parent: Element, table: Table, layout: TableLayout): void {
  if (table.rows.length === 0) {
    within(parent, doc, 'P', () => drawLine(doc, table.empty, LEFT, doc.y, styles.soft))
    doc.y += lineHeight(styles.soft)
    return
  }
  const places = placesOf(table, layout.shares)
  const element = within(parent, doc, 'Table')
  drawHeads(doc, table, places, element)
  for (const row of table.rows) {
    const lines = linesOf(doc, row, places)
    const height = rowHeight(lines)
    const after = row === table.rows.at(-1) ? layout.after : 0
    // The heads of a following page were read out on the first one.
    if (needRoom(doc, height + after)) asArtifact(doc, () => drawHeads(doc, table, places, null))
    drawRow(doc, within(element, doc, 'TR'), row, lines, places)
    doc.y += height
    rule(doc, doc.y)
  }
}

function placesOf({ columns }: Table, shares: number[]): Place[] {
  const whole = shares.reduce((sum, share) => sum + share, 0)
  let x = LEFT
  return columns.map(({ isAmount = false }, i) => {
    const width = (WIDTH * (shares[i] ?? 0)) / whole
    const place = { x: x + PADDING, width: width - 2 * PADDING, isAmount }
    x += width
    return place
  })
}

function drawHeads(doc: Doc, { columns }: Table, places: Place[], element: Element | null): void {
  const background = () => {
    doc.rect(LEFT, doc.y, WIDTH, HEAD_HEIGHT).fill(colors.paper)
  }
  const y = doc.y + (HEAD_HEIGHT - lineHeight(styles.columnHead)) / 2
  const row = element && within(element, doc, 'TR')
  if (element) asArtifact(doc, background)
  else background()
  columns.forEach(({ header }, i) => {
    const place = places[i]
    if (!place) return
    const draw = () => drawAt(doc, place, y, { text: header, style: styles.columnHead })
    if (row) within(row, doc, 'TH', draw)
    else draw()
  })
  doc.y += HEAD_HEIGHT
}

function linesOf(doc: Doc, row: Cell[], places: Place[]): Line[][] {
  return row.map((cell, i) => {
    const width = places[i]?.width ?? WIDTH
    const style = cell.href ? styles.link : styles.body
    const main = wrap(doc, cell.text ?? '-', width, style).map((text) => ({ text, style }))
    const note = cell.note ? wrap(doc, cell.note, width, styles.small) : []
    const lines = [...main, ...note.map((text) => ({ text, style: styles.small }))]
    return lines.length <= MAX_LINES
      ? lines
      : [...lines.slice(0, MAX_LINES - 1), { text: '…', style }]
  })
}

function rowHeight(cells: Line[][]): number {
  const heights = cells.map((lines) =>
    lines.reduce((height, { style }) => height + lineHeight(style), 0),
  )
  return Math.max(...heights) + 2 * ROW_GAP
}

function drawRow(doc: Doc, element: Element, row: Cell[], cells: Line[][], places: Place[]): void {
  cells.forEach((lines, i) => {
    const place = places[i]
    if (!place) return
    const href = row[i]?.href ?? null
    let next = doc.y + ROW_GAP
    const draws = lines.map((line) => {
      const y = next
      next += lineHeight(line.style)
      return () => drawAt(doc, place, y, line, href)
    })
    if (href) within(within(element, doc, 'TD'), doc, 'Link', ...draws)
    else within(element, doc, 'TD', ...draws)
  })
}

function drawAt(
  doc: Doc,
  { x, width, isAmount }: Place,
  y: number,
  { text, style }: Line,
  href: string | null = null,
): void {
  const indent = isAmount ? width - widthOf(doc, text, style) : 0
  drawLine(doc, text, x + indent, y, style, href)
}
