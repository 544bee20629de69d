import { asArtifact, type Element, ensureSpace, rule, tableHead, within } from './page.ts'
import type { Cell, Table } from './section.ts'
import { type Doc, drawLine, lineHeight, type Style, widthOf, wrap } from './text.ts'
import { colors, LEFT, styles, WIDTH } from './theme.ts'

const PADDING = 8
const ROW_GAP = 2.7
const HEAD_HEIGHT = 17
const FIRST_ROWS = 2
/** The most lines that fit a page: a longer row is truncated, not split. */
const MAX_LINES = 45

interface ColumnBox {
  x: number
  width: number
  isAmount: boolean
}

interface Line {
  text: string
  style: Style
}

export interface TableLayout {
  /** Relative widths of the columns. */
  shares: number[]
  /** Points to leave after the last row, for content on the same page. */
  after: number
}

/** The height of the heads and first rows, which stay on the page of their title. */
export function tableStartHeight(doc: Doc, table: Table, { shares, after }: TableLayout): number {
  const boxes = boxesOf(table, shares)
  const first = table.rows.slice(0, FIRST_ROWS)
  const rest = table.rows.length > first.length ? 0 : after
  return first.reduce(
    (height, row) => height + rowHeight(linesOf(doc, row, boxes)),
    HEAD_HEIGHT + rest,
  )
}

/** Draws from `doc.y`. A row that does not fit starts a new page, below repeated heads. */
export function drawTable(doc: Doc, parent: Element, table: Table, layout: TableLayout): void {
  if (table.rows.length === 0) {
    within(parent, doc, 'P', () => drawLine(doc, table.empty, LEFT, doc.y, styles.soft))
    doc.y += lineHeight(styles.soft)
    return
  }
  const boxes = boxesOf(table, layout.shares)
  const element = within(parent, doc, 'Table')
  drawHeads(doc, table, boxes, element)
  for (const row of table.rows) {
    const lines = linesOf(doc, row, boxes)
    const height = rowHeight(lines)
    const after = row === table.rows.at(-1) ? layout.after : 0
    // Repeated heads are artifacts: a screen reader reads them once.
    if (ensureSpace(doc, height + after)) asArtifact(doc, () => drawHeads(doc, table, boxes, null))
    drawRow(doc, within(element, doc, 'TR'), row, lines, boxes)
    doc.y += height
    rule(doc, doc.y)
  }
}

function boxesOf({ columns }: Table, shares: number[]): ColumnBox[] {
  const total = shares.reduce((sum, share) => sum + share, 0)
  let x = LEFT
  return columns.map(({ isAmount = false }, i) => {
    const width = (WIDTH * (shares[i] ?? 0)) / total
    const box = { x: x + PADDING, width: width - 2 * PADDING, isAmount }
    x += width
    return box
  })
}

function drawHeads(
  doc: Doc,
  { columns }: Table,
  boxes: ColumnBox[],
  element: Element | null,
): void {
  const background = () => {
    doc.rect(LEFT, doc.y, WIDTH, HEAD_HEIGHT).fill(colors.paper)
  }
  const y = doc.y + (HEAD_HEIGHT - lineHeight(styles.columnHead)) / 2
  const row = element && within(element, doc, 'TR')
  if (element) asArtifact(doc, background)
  else background()
  columns.forEach(({ header }, i) => {
    const box = boxes[i]
    if (!box) return
    const draw = () => drawAt(doc, box, y, { text: header, style: styles.columnHead })
    if (row) tableHead(row, doc, 'Column', draw)
    else draw()
  })
  doc.y += HEAD_HEIGHT
}

function linesOf(doc: Doc, row: Cell[], boxes: ColumnBox[]): Line[][] {
  return row.map((cell, i) => {
    const width = boxes[i]?.width ?? WIDTH
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

function drawRow(
  doc: Doc,
  element: Element,
  row: Cell[],
  cells: Line[][],
  boxes: ColumnBox[],
): void {
  cells.forEach((lines, i) => {
    const box = boxes[i]
    if (!box) return
    const href = row[i]?.href ?? null
    let next = doc.y + ROW_GAP
    const draws = lines.map((line) => {
      const y = next
      next += lineHeight(line.style)
      return () => drawAt(doc, box, y, line, href)
    })
    if (href) within(within(element, doc, 'TD'), doc, 'Link', ...draws)
    else within(element, doc, 'TD', ...draws)
  })
}

function drawAt(
  doc: Doc,
  { x, width, isAmount }: ColumnBox,
  y: number,
  { text, style }: Line,
  href: string | null = null,
): void {
  const indent = isAmount ? width - widthOf(doc, text, style) : 0
  drawLine(doc, text, x + indent, y, style, href)
}
