import {
  asArtifact,
  type Element,
  ensureSpace,
  readAs,
  rule,
  tableHead,
  within,
} from './draw-document.ts'
import { type Doc, drawLine, lineHeight, type Style, widthOf, wrap } from './text.ts'
import { colors, LEFT, RIGHT, styles, WIDTH } from './theme.ts'

/** One section of a document, with formatted texts; null for a missing value. */
export interface Section {
  title: string
  facts?: Fact[]
  table?: Table
  totals?: Fact[]
}

export interface Fact {
  label: string
  value: string | null
  /** A number, also in percent. */
  isAmount?: boolean
  unit?: 'UF'
  /** The amount in pesos of the day. */
  equivalent?: Equivalent
}

/** Formatted texts. */
interface Equivalent {
  /** The whole sentence. */
  text: string
  pesos: string
  /** The pesos of one UF, and their day. */
  rate: string
  day: string
}

export interface Table {
  columns: Column[]
  rows: Cell[][]
  /** The text without rows. */
  empty: string
}

export interface Column {
  header: string
  isAmount?: boolean
}

export interface Cell {
  text: string | null
  /** A note in small print. */
  note?: string
  /** An http(s) link. */
  href?: string | null
}

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
  return totals.reduce((height, total) => height + totalHeight(total), 0)
}

function totalHeight({ equivalent }: Fact): number {
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
    doc.y += totalHeight(total)
  })
}

function valueText({ value, unit }: Fact): string {
  if (value === null) return '-'
  return unit ? `${unit}\u00a0${value}` : value
}

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
